// expect: FALSE(unreach-call) --engine bmc
/* Two calls of itself: copies to the usual depth are too many, and fewer are enough. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int add(int m, int n) {
    if (n == 0) return m;
    if (n > 0) return add(m + 1, n - 1);
    return add(m - 1, n + 1);
}
int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (m < 0 || m > 1000 || n < 0 || n > 1000) return 0;
    if (add(m, n) != m - n) reach_error();
    return 0;
}
