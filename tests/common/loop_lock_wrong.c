// expect: FALSE(unreach-call)
// One path forgets to give it back.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int lock = 0;
    while (__VERIFIER_nondet_bool()) {
        check(lock == 0);
        lock = 1;
        if (__VERIFIER_nondet_bool())
            lock = 0;
    }
    return 0;
}
