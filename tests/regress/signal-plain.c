// expect: UNKNOWN(a signal may call h)
#include <assert.h>
#include <signal.h>
static int x;
static void h(int n) { x = n; }
int main(void) { signal(SIGINT, h); x = 3; assert(x == 3); return 0; }
