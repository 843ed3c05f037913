// expect: TRUE
// Truncation goes towards zero.
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
    assume(x > -100.0f && x < 100.0f);
    int i = (int)x;
    check(i > -100 && i < 100);
    return 0;
}
