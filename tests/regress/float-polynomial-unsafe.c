// expect: FALSE(unreach-call) --engine bmc --solver icp
extern void __VERIFIER_error(void);
extern void __VERIFIER_assume(int);
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x > -1.0f && x < 1.0f);
    float y = 1.0f + x * (0.5f + x * (0.25f + x * (0.125f - x / 16.0f)));
    if (!(y > 0.3f && y < 1.7f)) __VERIFIER_error();
    return 0;
}
