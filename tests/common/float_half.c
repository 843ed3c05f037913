// expect: TRUE
// Halving and doubling a normal number.
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
extern void abort(void);
#define assume(c)                                                                                  \
    do {                                                                                           \
        if (!(c))                                                                                  \
            abort();                                                                               \
    } while (0)
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    float x = __VERIFIER_nondet_float();
    assume(x >= 1.0f && x <= 1000.0f);
    check(x / 2.0f * 2.0f == x);
    return 0;
}
