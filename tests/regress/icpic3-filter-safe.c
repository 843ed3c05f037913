// expect: TRUE --engine icpic3
// expect: TRUE --engine icpic3 --data-model LP64
// A first-order filter: |x| stays below 10 whatever the inputs are; the invariant is a box that keeps itself.
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);
void reach_error(void);

int main(void) {
    float x = 0.0f;
    while (1) {
        float u = __VERIFIER_nondet_float();
        __VERIFIER_assume(u >= -1.0f && u <= 1.0f);
        x = 0.9f * x + u;
        if (!(x >= -12.0f && x <= 12.0f)) reach_error();
    }
}
