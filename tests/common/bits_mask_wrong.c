// expect: FALSE(unreach-call)
// The mask is one bit too small.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    check((x & 0x7f) == (x & 0xff));
    return 0;
}
