// expect: FALSE(unreach-call) --inline none --engine ic3cfa
// Without the last line of the procedure it returns NaN.
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

static double limit(double x) {
    if (x > 10.0) return 10.0;
    if (x < -10.0) return -10.0;
    return x;
}

int main(void) {
    double a = limit(__VERIFIER_nondet_double()), b = limit(__VERIFIER_nondet_double());
    if (!(a + b <= 20.0 && a + b >= -20.0)) reach_error();
    return 0;
}
