// expect: FALSE(valid-deref) --property valid-deref
extern int __VERIFIER_nondet_int(void);
static int f(void) { return 1; }
int main(void) {
    int (*p)(void) = f;
    if (__VERIFIER_nondet_int() == 4) p = (int (*)(void))0x20000;
    return p();
}
