// expect: FALSE(unreach-call)
// The second loop stops one element earlier: no total.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[6];
    long long s = 0;
    for (int i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 6; i++) s += a[i];
    for (int i = 0; i < 5; i++) s -= a[i];
    if (s != 0) reach_error();
}
