// expect: TRUE
// A sum and a difference.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    check(a + b - b == a);
    return 0;
}
