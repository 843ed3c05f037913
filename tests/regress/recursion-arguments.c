// expect: TRUE --property no-overflow
extern int __VERIFIER_nondet_int(void);
/* m + n never changes from call to call: only the arguments of calls that are made are safe. */
int addition(int m, int n) {
    if (n == 0) return m;
    if (n > 0) return addition(m + 1, n - 1);
    return addition(m - 1, n + 1);
}
int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (m < 0 || m > 1073741823 || n < 0 || n > 1073741823) return 0;
    return addition(m, n);
}
