// expect: TRUE
// Small types are promoted.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    check(a + b <= 510);
    return 0;
}
