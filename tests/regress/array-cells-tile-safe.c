// expect: TRUE --engine cells
// Three cells a round, and a size that only the input knows.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[999];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 333) return 0;
    for (int i = 0; i < n; i++) {
        a[3 * i] = 5;
        a[3 * i + 1] = 6;
        a[3 * i + 2] = 7;
    }
    for (int i = 0; i < 3 * n; i++)
        if (a[i] < 5) reach_error();
}
