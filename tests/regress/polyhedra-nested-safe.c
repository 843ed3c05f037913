// expect: TRUE --engine kinduction
// 10 i + j <= k <= 50 i + j, which also shows that k does not wrap.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), k = 0;
    if (n < 10 || n > 50 || m < 10 || m > 50) return 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) k++;
    if (k < 100) reach_error();
}
