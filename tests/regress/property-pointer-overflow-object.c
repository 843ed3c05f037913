// expect: FALSE(pointer-overflow) --property pointer-overflow
// expect: TRUE --property pointer-overflow -- -DFIXED
/* A pointer beyond the end of its object is an error although nobody follows it. */
extern int __VERIFIER_nondet_int(void);
int *next(int *p, int by) { return p + by; }
int main(void) {
    int a[3], n = __VERIFIER_nondet_int();
#ifdef FIXED
    if (n < 0 || n > 3) return 0;
#else
    if (n < 0 || n > 4) return 0;
#endif
    return next(a, n) == a;
}
