// expect: TRUE --property termination
// Words that are shifted to the left come to 0.
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    while (x) x <<= 1;
    unsigned long y = __VERIFIER_nondet_ulong();
    while (y != 0) y *= 12;
    return 0;
}
