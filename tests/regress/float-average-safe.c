// expect: TRUE --engine affine
/* Two moving averages, one of the other: bounds that are met by growing less and less. */
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float fast = 0, slow = 0;
    for (;;) {
        float x = __VERIFIER_nondet_float();
        if (!(x >= 0.0f && x <= 100.0f)) break;
        fast = fast + (x - fast) * 0.25f;
        slow += (fast - slow) * 0.015625f;
        if (!(slow >= -0.01f && slow <= 100.01f)) reach_error();
    }
}
