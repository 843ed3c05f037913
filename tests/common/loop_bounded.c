// expect: TRUE
// A bound given from outside.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
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
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    assume(n < 1000);
    while (i < n)
        i++;
    check(i == n);
    return 0;
}
