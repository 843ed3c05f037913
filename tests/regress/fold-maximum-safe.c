// expect: TRUE --engine sums
// The largest element, by a threshold: as many elements are above it before and after two of them change places.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[600];
    int m, k;
    for (int i = 0; i < 600; i++) a[i] = __VERIFIER_nondet_int();
    m = a[0];
    for (int i = 0; i < 600; i++) m = m < a[i] ? a[i] : m;
    int t = a[7];
    a[7] = a[0];
    a[0] = t;
    k = a[0];
    for (int i = 0; i < 600; i++) k = k < a[i] ? a[i] : k;
    if (m != k) reach_error();
}
