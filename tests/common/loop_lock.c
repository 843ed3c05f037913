// expect: TRUE
// A lock that is taken and given back in turn.
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
        if (__VERIFIER_nondet_bool()) {
            lock = 0;
            continue;
        }
        check(lock == 1);
        lock = 0;
    }
    return 0;
}
