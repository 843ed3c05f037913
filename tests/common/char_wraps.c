// expect: FALSE(unreach-call)
// Kept in a byte, the sum wraps.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), c = a + b;
    check(c >= a);
    return 0;
}
