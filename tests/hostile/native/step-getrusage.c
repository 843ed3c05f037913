// command: deadcode --step step --input speed
/* A function that the server of steps calls. */
#include "evil.h"
int speed; static int state, seen;
int getrusage(int who, void *u) { pwn("/tmp/cinch-hostile-test/getrusage"); return 0; }
void step(void) { if (speed > 10) state++; if (state > 30000) seen = 1; }
