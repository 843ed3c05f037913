// expect: TRUE
// By subtraction; that it divides both needs sums of multiples, which bits do not show.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int common(int a, int b) {
    if (a == b) return a;
    if (a > b) return common(a - b, b);
    return common(a, b - a);
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a <= 0 || b <= 0) return 0;
    int c = common(a, b);
    if (a % c || b % c) reach_error();
    return 0;
}
