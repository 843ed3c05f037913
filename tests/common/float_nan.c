// expect: FALSE(unreach-call)
// A number need not equal itself.
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    float x = __VERIFIER_nondet_float();
    check(x == x);
    return 0;
}
