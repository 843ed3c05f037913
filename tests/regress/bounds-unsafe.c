// expect: FALSE(bounds) --property bounds
extern unsigned __VERIFIER_nondet_uint(void);
int a[10];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i <= 10) return a[i];
    return 0;
}
