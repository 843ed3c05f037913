// expect: FALSE(unreach-call) --engine icpic3
// The same filter passes 3 after four rounds.
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);
void reach_error(void);

int main(void) {
    float x = 0.0f;
    while (1) {
        float u = __VERIFIER_nondet_float();
        __VERIFIER_assume(u >= -1.0f && u <= 1.0f);
        x = 0.9f * x + u;
        if (!(x <= 3.0f)) reach_error();
    }
}
