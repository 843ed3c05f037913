// expect: TRUE
// Sign extension keeps the order.
extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    short a = __VERIFIER_nondet_short();
    int b = a;
    check(b >= -32768 && b <= 32767);
    return 0;
}
