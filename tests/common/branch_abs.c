// expect: TRUE
// The absolute value of a small number.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
#define assume(c)                                                                                  \
    do {                                                                                           \
        if (!(c))                                                                                  \
            abort();                                                                               \
    } while (0)
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int x = __VERIFIER_nondet_int();
    assume(x > -1000 && x < 1000);
    int y = x < 0 ? -x : x;
    check(y >= 0);
    return 0;
}
