// expect: TRUE --engine affine
/* A mean of old and new values keeps its bounds in real arithmetic only: a rounding error a round adds up, within what the
 * number of rounds allows. */
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    float old = 0, mean = 0;
    for (int i = 0; i < 1000000; i++) {
        float x = mean;
        if (__VERIFIER_nondet_int()) {
            x = __VERIFIER_nondet_float();
            if (!(x >= -10.0f && x <= 10.0f)) return 0;
        }
        mean = mean - (2.0f * mean - old - x) * 0.0625f;
        old = x;
    }
    if (!(mean >= -30.0f && mean <= 30.0f)) reach_error();
    return 0;
}
