// expect: FALSE(unreach-call)
// The bound is checked too late.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int x = 0;
    while (1) {
        if (__VERIFIER_nondet_bool() && x <= 5)
            x++;
        else if (x > 0)
            x--;
        check(x >= 0 && x <= 5);
    }
    return 0;
}
