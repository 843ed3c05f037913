// expect: TRUE --engine sums
// All elements move by one place: while they do, one is held outside, and one is there twice.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[1000], t;
    int s = 0, r = 0;
    for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 1000; i++) s ^= a[i];
    t = a[0];
    for (int i = 0; i < 999; i++) a[i] = a[i + 1];
    a[999] = t;
    for (int i = 0; i < 1000; i++) r ^= a[i];
    if (s != r) reach_error();
}
