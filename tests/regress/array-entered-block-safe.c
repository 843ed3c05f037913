// expect: TRUE --engine cells
// A block of any size, whose index has fewer bits than its counter.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 20000) return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) a[i] = 3;
    for (int i = 0; i < n; i++) a[i] = a[i] + i;
    for (int i = 0; i < n; i++) a[i] = a[i] - 3;
    for (int i = 0; i < n; i++)
        if (a[i] != i) reach_error();
    return 0;
}
