// expect: FALSE(unreach-call)
// The number of elements changes between the sums: the first total says nothing about the second.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[8], n = 4;
    int s = 0, r = 0;
    for (int i = 0; i < 8; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) s += a[i];
    n = __VERIFIER_nondet_int() ? 5 : 4;
    for (int i = 0; i < n; i++) r += a[i];
    if (s != r) reach_error();
}
