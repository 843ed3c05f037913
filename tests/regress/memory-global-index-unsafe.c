// expect: FALSE(valid-deref) --property valid-memsafety
int __VERIFIER_nondet_int(void);
int a[16];
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 16) return 0;
    a[i] = 1;
    return 0;
}
