// expect: FALSE(nan) --property nan
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    if (!(x >= 0 && x < 10)) return 0;
    return x / x > 2;
}
