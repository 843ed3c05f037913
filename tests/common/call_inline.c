// expect: TRUE
// Values go in and out of a function.
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
static int twice(int x) { return 2 * x; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    assume(x < 100);
    check(twice(x) < 200 || x < -1000000000);
    return 0;
}
