// expect: TRUE
/* The error inside is unreachable because of what all callers ensure. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int gcd(int a, int b) {
    if (a <= 0 || b <= 0) reach_error();
    return a == b ? a : a > b ? gcd(a - b, b) : gcd(a, b - a);
}
int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (m > 0 && n > 0 && gcd(m, n) < 1) reach_error();
}
