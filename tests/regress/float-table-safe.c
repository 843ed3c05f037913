// expect: TRUE --engine bmc --solver icp
extern void __VERIFIER_error(void);
extern void __VERIFIER_assume(int);
extern double __VERIFIER_nondet_double(void);
static const double table[] = {0.0, 0.3, 0.6, 0.8, 0.9, 1.0, 0.9, 0.8, 0.6};
int main(void) {
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assume(x >= 0 && x < 7.5);
    int i = x;
    double y = table[i] + (x - i) * (table[i + 1] - table[i]);
    if (!(y >= -0.4 && y <= 1.4)) __VERIFIER_error();
    return 0;
}
