// expect: FALSE(assert) -- -fwrapv -fno-strict-aliasing
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0) assert(x + 1 > 0);
    return 0;
}
