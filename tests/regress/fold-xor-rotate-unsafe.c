// expect: FALSE(unreach-call)
// As fold-xor-rotate-safe.c, but the last place gets another value.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[8], t;
    int s = 0, r = 0;
    for (int i = 0; i < 8; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 8; i++) s ^= a[i];
    t = a[1];
    for (int i = 0; i < 7; i++) a[i] = a[i + 1];
    a[7] = t;
    for (int i = 0; i < 8; i++) r ^= a[i];
    if (s != r) reach_error();
}
