// expect: FALSE(termination) --property termination
// Of 256 states one is asked for, which comes to a cycle.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x != 201) return 0;
    while (x != 0) x = (unsigned char)(x * x + (x >> 3) * 7 + 1) | 1;
    return 0;
}
