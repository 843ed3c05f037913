// expect: TRUE --engine sums
// Two elements change places between the sums.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[500];
    long long s = 0, r = 0;
    for (int i = 0; i < 500; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 500; i++) s += a[i];
    int t = a[3];
    a[3] = a[400];
    a[400] = t;
    for (int i = 0; i < 500; i++) r += a[i];
    if (s != r) reach_error();
}
