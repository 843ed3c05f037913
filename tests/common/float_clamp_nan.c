// expect: FALSE(unreach-call)
// A NaN slips through.
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    float y = 0.0f;
    while (1) {
        float x = __VERIFIER_nondet_float();
        if (x > 1.0f)
            y = 1.0f;
        else if (x < -1.0f)
            y = -1.0f;
        else
            y = x;
        check(y >= -1.0f && y <= 1.0f);
    }
    return 0;
}
