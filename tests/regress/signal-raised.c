// expect: UNKNOWN(a signal may call h)
#include <assert.h>
#include <signal.h>
static void h(int n) { assert(0); }
int main(void) { signal(SIGUSR1, h); raise(SIGUSR1); return 0; }
