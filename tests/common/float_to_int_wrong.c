// expect: FALSE(unreach-call)
// It does not round.
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
    assume(x >= 0.0f && x < 100.0f);
    int i = (int)x;
    check((float)i + 0.5f >= x);
    return 0;
}
