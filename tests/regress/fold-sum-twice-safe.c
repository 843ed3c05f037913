// expect: TRUE --engine sums
// Two loops add up the same array: the second finds the total of the first.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[1000];
    long long s = 0, r = 0;
    for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 1000; i++) s += a[i];
    for (int i = 0; i < 1000; i++) r += a[i];
    if (s != r) reach_error();
}
