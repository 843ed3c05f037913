// expect: TRUE --property float-cast
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double d = __VERIFIER_nondet_double();
    if (d > -100.0 && d < 100.0) return (int)d;
    return 0;
}
