// expect: TRUE --engine sums
/* A rate limiter moves in steps of a quarter, which is exact: the difference of two values is never greater. No interval shows that, but that
 * all values are multiples of a quarter below 512 does. */
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
    float y = 0.0f;
    for (;;) {
        float before = y, want = __VERIFIER_nondet_float();
        if (!(want < 512.0f)) want = 512.0f;
        if (want < -512.0f) want = -512.0f;
        want = (float)(int)want;
        if (want > y + 0.25f) y += 0.25f;
        else if (want < y - 0.25f) y -= 0.25f;
        else y = want;
        if (y - before > 0.25f) reach_error();
    }
}
