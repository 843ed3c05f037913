// expect: FALSE(unreach-call)
// Large numbers absorb small ones.
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
    assume(x >= 0.0f && x <= 1e10f);
    check(x + 1.0f > x);
    return 0;
}
