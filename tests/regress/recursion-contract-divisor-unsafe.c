// expect: FALSE(unreach-call)
// It divides both, but need not be one of them.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int common(int a, int b) {
    if (a == b) return a;
    if (a > b) return common(a - b, b);
    return common(a, b - a);
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a <= 0 || b <= 0 || a > 100 || b > 100) return 0;
    int c = common(a, b);
    if (c > 2 && c != a && c != b) reach_error();
    return 0;
}
