// expect: FALSE(pointer-compare) --property pointer-compare
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    int a[4], b[4], *p = __VERIFIER_nondet_int() ? a + 1 : b;
    return p < a + 4;
}
