// expect: TRUE
// A counter that stops at its bound.
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
        if (__VERIFIER_nondet_bool() && x < 20)
            x++;
        else if (x > 0)
            x--;
        check(x >= 0 && x <= 20);
    }
    return 0;
}
