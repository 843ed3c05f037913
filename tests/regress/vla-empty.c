// expect: TRUE --property valid-memsafety
// expect: FALSE(undefined) --property undefined
// An array of variable size without elements is undefined, but no access of it is invalid.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int n = __VERIFIER_nondet_uchar() % 4;
    char a[n];
    for (int i = 0; i < n; i++) a[i] = (char)i;
    return 0;
}
