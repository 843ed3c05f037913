// expect: FALSE(valid-deref) --property valid-memsafety
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 8) return 0;
    char line[n];
    if (n > 3) line[3] = 1;
    return 0;
}
