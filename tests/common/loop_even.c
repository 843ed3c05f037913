// expect: TRUE
// An even number stays even.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_bool())
        x += 2;
    check(x % 2 == 0);
    return 0;
}
