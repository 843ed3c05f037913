// expect: TRUE --property termination
/* What the inner call returns decides whether the outer one ends. */
extern int __VERIFIER_nondet_int(void);

static int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }

int main(void) {
    int x = __VERIFIER_nondet_int();
    return f(x < 0 ? 0 : x) == 0;
}
