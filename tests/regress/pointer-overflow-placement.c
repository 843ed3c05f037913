// expect: UNKNOWN(depends on addresses) --property pointer-overflow
// Whether two objects lie side by side is not ours to say.
extern int __VERIFIER_nondet_int(void);
int a[4], b[4];
int main(void) {
    int n = __VERIFIER_nondet_int() == 1 ? 5 : 4;
    int *p = a;
    if ((unsigned long)b == (unsigned long)a + 16) p = a + n;
    return p == b;
}
