// expect: TRUE --property unreach-call,valid-deref
/* Atomic operations on objects larger than any register are calls of the compiler's library. */
#include <stdatomic.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
struct b {
    long a, b, *p;
};
_Atomic struct b v[2];
_Atomic __int128 wide;
int main(void) {
    long x = 7;
    unsigned k = __VERIFIER_nondet_uchar() % 2;
    struct b t = {1, 2, &x}, old, expected = {9, 9, 0};
    v[k] = t;
    __atomic_load((struct b *)&v[k], &old, 5);
    if (*old.p != 7 || old.b != 2) reach_error();
    if (__atomic_compare_exchange((struct b *)&v[k], &expected, &t, 0, 5, 5)) reach_error();
    if (expected.a != 1 || *expected.p != 7) reach_error();
    t.a = 5;
    if (!__atomic_compare_exchange((struct b *)&v[k], &expected, &t, 0, 5, 5)) reach_error();
    __atomic_exchange((struct b *)&v[k], &old, &old, 5);
    if (old.a != 5) reach_error();
    wide = k;
    wide += 3;
    if (wide != k + 3) reach_error();
    return 0;
}
