// expect: TRUE
// Counting down ends at zero.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    while (x > 0)
        x--;
    check(x == 0);
    return 0;
}
