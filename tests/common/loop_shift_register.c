// expect: TRUE
// Bits move through a register.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned char r = 1;
    while (__VERIFIER_nondet_bool())
        r = (unsigned char)(r << 1 | r >> 7);
    check(r != 0);
    return 0;
}
