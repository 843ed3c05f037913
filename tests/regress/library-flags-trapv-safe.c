// expect: TRUE -- -ftrapv
// A sum that overflows ends the run.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0) assert(x + 1 > 0);
    return 0;
}
