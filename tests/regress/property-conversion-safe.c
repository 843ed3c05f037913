// expect: TRUE --property conversion
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    int length = __VERIFIER_nondet_int();
    if (length < 0 || length > 100) return 0;
    unsigned char stored = length, cut = (unsigned char)(length * 7); /* a cast is meant */
    return stored + cut;
}
