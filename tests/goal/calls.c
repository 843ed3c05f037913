// expect: FALSE(dead-code) total=30 covered=16 unreachable=14 open=0
/* Functions that nobody calls, code behind calls that do not come back, calls through pointers. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int never(int x) { return x ? 1 : 2; }
int unused_too(int x) { if (x) return never(x); return 0; }
static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }
static void stop(int x) {
    if (x) exit(1);
    abort();
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int (*f)(int) = x > 0 ? up : down;
    if (f(x) == x) return 1;
    if (x == 3) {
        stop(x);
        x = 4;
    }
    if (0) x = 5;
    return x;
}
