// expect: FALSE(unreach-call)
// The least integer has no absolute value.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned m = x;
    int y = x < 0 ? (int)(0u - m) : x;
    check(y >= 0);
    return 0;
}
