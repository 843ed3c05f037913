// expect: FALSE(unreach-call)
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float(), c = __VERIFIER_nondet_float();
    if (!(a > -100 && a < 100 && b > -100 && b < 100 && c > -100 && c < 100)) return 0;
    if ((a + b) + c != a + (b + c)) reach_error();
}
