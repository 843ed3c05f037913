// expect: TRUE --property termination
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    while (x > 1.0f && x < 1000000.0f) x = x / 2.0f;
    return 0;
}
