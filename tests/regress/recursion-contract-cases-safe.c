// expect: TRUE
// Results by cases: the larger one of two, and what is left after a division.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int larger(int a, int b) {
    if (a == 0) return b;
    if (b == 0) return a;
    return 1 + larger(a - 1, b - 1);
}

static int left(int a, int by) {
    if (a < by) return a;
    return left(a - by, by);
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 0 || b <= 0) return 0;
    int c = larger(a, b);
    if (c < a || c < b) reach_error();
    if (left(a, b) != a % b) reach_error();
    return 0;
}
