// expect: FALSE(valid-deref) --property valid-memsafety
// expect: FALSE(valid-deref) --property valid-memsafety -- -DBLOCK
// expect: FALSE(valid-deref) --property valid-memsafety -- -DAGAIN
// expect: TRUE --property valid-memsafety -- -DSAFE
// Locals of functions that the compiler always inlines end with their call and their block.
extern int __VERIFIER_nondet_int(void);
static int *keep;
static inline __attribute__((always_inline)) int *own(void) {
    int x = 3;
    int *p = &x;
    return p;
}
static inline __attribute__((always_inline)) int block(int c) {
    int *p = 0;
    {
        int x = 3;
        p = &x;
    }
    return c == 3 ? *p : 0;
}
static inline __attribute__((always_inline)) void again(int i) {
    int x = i;
    if (i == 1) *keep = 4;
    keep = &x;
}
static inline __attribute__((always_inline)) int safe(int i) {
    int x = i, *p = &x;
    return *p;
}
int main(void) {
#ifdef BLOCK
    return block(__VERIFIER_nondet_int());
#elif defined AGAIN
    for (int i = 0; i < 3; i++) again(i);
    return 0;
#elif defined SAFE
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += safe(i);
    return sum;
#else
    int *q = own();
    return __VERIFIER_nondet_int() == 3 ? *q : 0;
#endif
}
