// command: deadcode --step step
// verdict: FALSE\(dead-code\)|UNKNOWN
#include "evil.h"
int speed; static int state, seen;
int setrlimit(int what, const void *how) { pwn("/tmp/cinch-hostile-test/a1_setrlimit"); return 0; }
void step(void) { if (speed > 10) state++; if (state > 30000) seen = 1; }
