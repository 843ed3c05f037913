// expect: TRUE --engine icpic3
// A weighted mean of its own past, reset now and then: each of three cells stays within the inputs' range. The states near the
// largest floats are excluded in a few steps, not one by one.
extern float __VERIFIER_nondet_float(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
void reach_error(void);

int main(void) {
    float x = 0.0f, y = 0.0f, z = 0.0f;
    while (1) {
        float in = __VERIFIER_nondet_float();
        __VERIFIER_assume(in >= -2.0f && in <= 2.0f);
        z = y;
        y = x;
        if (__VERIFIER_nondet_bool()) x = y = z = in;
        else x = 0.5f * x + 0.25f * y + 0.25f * z;
        if (!(x >= -2.5f && x <= 2.5f)) reach_error();
    }
}
