// expect: FALSE(unreach-call)
// The successor may be smaller.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    check(x + 1 > x);
    return 0;
}
