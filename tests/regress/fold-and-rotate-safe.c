// expect: TRUE --engine sums
// The bits that all elements have, before and after they move by one place.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[1000], t;
    int s, r;
    for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
    s = a[0];
    for (int i = 1; i < 1000; i++) s &= a[i];
    t = a[0];
    for (int i = 0; i < 999; i++) a[i] = a[i + 1];
    a[999] = t;
    r = a[0];
    for (int i = 1; i < 1000; i++) r &= a[i];
    if (s != r) reach_error();
}
