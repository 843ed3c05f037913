// expect: FALSE(assert)
#include <assert.h>
#include <stdint.h>

/* Each of two pointers may point to either variable: their distance leads from one to the other. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 0, b = 0, c = __VERIFIER_nondet_int();
    int *p = c ? &a : &b, *q = c ? &b : &a;
    uintptr_t distance = (uintptr_t)p - (uintptr_t)q;
    if (c) {
        *(int *)((uintptr_t)&b + distance) = 5;
        assert(a == 0);
    }
    return 0;
}
