// expect: FALSE(unreach-call)
// The error lies fifty rounds deep.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned char x = 0;
    while (__VERIFIER_nondet_bool()) {
        x++;
        check(x != 50);
    }
    return 0;
}
