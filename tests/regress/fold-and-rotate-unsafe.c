// expect: FALSE(unreach-call)
// As fold-and-rotate-safe.c, but nothing is put into the last place.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[6];
    int s, r;
    for (int i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
    s = a[0];
    for (int i = 1; i < 6; i++) s &= a[i];
    for (int i = 0; i < 5; i++) a[i] = a[i + 1];
    r = a[0];
    for (int i = 1; i < 6; i++) r &= a[i];
    if (s != r) reach_error();
}
