// expect: TRUE
// Quotient and remainder.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
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
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    assume(b != 0);
    check((a / b) * b + a % b == a);
    return 0;
}
