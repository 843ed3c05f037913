// expect: FALSE(unreach-call)
// As fold-sum-swap-safe.c, but one of the two elements is lost.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[5];
    long long s = 0, r = 0;
    for (int i = 0; i < 5; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 5; i++) s += a[i];
    a[3] = a[4];
    for (int i = 0; i < 5; i++) r += a[i];
    if (s != r) reach_error();
}
