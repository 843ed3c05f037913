// expect: TRUE --engine affine
// The filter stays below its clips: the upper one must not be taken for reached because it is there.
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    float y1 = 0, y2 = 0;
    while (1) {
        float x = __VERIFIER_nondet_float();
        if (!(x < 32.0f)) x = 32.0f;
        if (x < -32.0f) x = -32.0f;
        float y = 0.1f * x + 1.5f * y1 - 0.6f * y2;
        if (y < -64.0f) reach_error();
        __VERIFIER_assume(!(y < -64.0f));
        if (y < -64.0f) y = -64.0f;
        y2 = y1;
        y1 = y;
    }
}
