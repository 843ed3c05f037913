// expect: TRUE
// Nothing passes an assumption that is false.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
#define assume(c)                                                                                  \
    do {                                                                                           \
        if (!(c))                                                                                  \
            abort();                                                                               \
    } while (0)

int main(void) {
    int x = __VERIFIER_nondet_int();
    assume(x > 5);
    assume(x < 3);
    reach_error();
    return 0;
}
