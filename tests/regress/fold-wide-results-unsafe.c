// expect: FALSE(unreach-call)
// Two wide values differ where no threshold as wide as an element distinguishes them: the maximum is beside the point.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[200], m = 0;
    long long x = 1LL << 40, y = x << (__VERIFIER_nondet_int() & 1);
    for (int i = 0; i < 200; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 200; i++) m = m < a[i] ? a[i] : m;
    if (m >= 0 && x != y) reach_error();
}
