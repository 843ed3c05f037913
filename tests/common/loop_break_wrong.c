// expect: FALSE(unreach-call)
// It may also end at the bound.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int i;
    for (i = 0; i < 5; i++)
        if (__VERIFIER_nondet_bool())
            break;
    check(i < 5);
    return 0;
}
