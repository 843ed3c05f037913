// expect: TRUE
// Two values change places.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned char a = 1, b = 2, t;
    while (__VERIFIER_nondet_bool()) {
        t = a;
        a = b;
        b = t;
    }
    check(a != b);
    return 0;
}
