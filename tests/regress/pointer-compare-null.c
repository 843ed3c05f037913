// expect: FALSE(pointer-compare) --property pointer-compare
// expect: TRUE --property pointer-compare -- -DFIXED
// Null is in no object, so that its order is not defined (C11 6.5.8).
extern int __VERIFIER_nondet_int(void);
static int a[3];
int main(void) {
    int *p = __VERIFIER_nondet_int() ? a + 1 : 0, n = 0;
#ifdef FIXED
    if (!p) return 0;
#endif
    while (p < a + 3) p++, n++;
    return n;
}
