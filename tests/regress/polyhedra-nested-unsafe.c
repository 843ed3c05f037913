// expect: FALSE(unreach-call)
// The same, one too much.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), k = 0;
    if (n < 10 || n > 50 || m < 10 || m > 50) return 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) k++;
    if (k < 101) reach_error();
}
