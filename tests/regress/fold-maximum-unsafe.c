// expect: FALSE(unreach-call)
// As fold-maximum-safe.c, but the largest element may be overwritten.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[6];
    int m, k;
    for (int i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
    m = a[0];
    for (int i = 0; i < 6; i++) m = m < a[i] ? a[i] : m;
    a[5] = a[0];
    k = a[0];
    for (int i = 0; i < 6; i++) k = k < a[i] ? a[i] : k;
    if (m != k) reach_error();
}
