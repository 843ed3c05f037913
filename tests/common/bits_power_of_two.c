// expect: TRUE
// x & (x - 1) clears the lowest bit.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned y = x & (x - 1u);
    check(y <= x);
    return 0;
}
