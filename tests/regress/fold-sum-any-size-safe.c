// expect: TRUE --engine sums
// The array has any size, and the third loop subtracts what the others added.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
void *malloc(unsigned long size);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 100000) return 0;
    int *a = malloc(sizeof(int) * n);
    long long s = 0;
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) s += a[i];
    for (int i = 0; i < n; i++) s -= a[i];
    if (s != 0) reach_error();
}
