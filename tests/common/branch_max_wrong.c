// expect: FALSE(unreach-call)
// Taking the smaller one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), m = a;
    if (b < m)
        m = b;
    check(m >= b);
    return 0;
}
