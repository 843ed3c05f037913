// expect: FALSE(unreach-call)
/* Both ways to define an inline function for others: neither body may be lost, in the model or in the test. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
inline int next(int x) { return x < 1000 ? x + 1 : 0; }
extern int next(int x);
extern inline int twice(int x) { return x < 1000 && x > -1000 ? 2 * x : 0; }
static inline int half(int x) { return x / 2; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (half(twice(next(x))) == 42) reach_error();
    return 0;
}
