// expect: UNKNOWN(longjmp)
// expect: TRUE -- -DVOLATILE=volatile
// expect: TRUE -- -DWRITTEN
// A variable that changed after setjmp has no value after longjmp, unless it is volatile.
#include <setjmp.h>
#ifndef VOLATILE
#define VOLATILE
#endif
extern void reach_error(void);
static jmp_buf back;
static void jumps(void) { longjmp(back, 1); }
int main(void) {
    VOLATILE int n = 0;
    if (!setjmp(back)) {
        n = 1;
        jumps();
    }
#ifdef WRITTEN
    n = 1;
#endif
    if (n != 1) reach_error();
    return 0;
}
