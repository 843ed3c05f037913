// expect: FALSE(unreach-call)
// The power of two wraps: at 29 the result is -3.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int grow(int n) {
    if (n == 0) return 5;
    return 2 * grow(n - 1) + 3;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 29) return 0;
    if (grow(n) < 29) reach_error();
}
