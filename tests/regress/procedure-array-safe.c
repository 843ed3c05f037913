// expect: TRUE --engine ic3cfa
// An array of the caller, through a pointer: its cells are part of the summary.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void clear(int *p, int n) {
    if (n <= 0) return;
    p[n - 1] = 0;
    clear(p, n - 1);
}

int main(void) {
    int a[3] = {1, 2, 3}, n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    if (n < 0 || n > 3) return 0;
    clear(a, n);
    if (i >= 0 && i < n && a[i]) reach_error();
    return 0;
}
