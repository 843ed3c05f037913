// expect: FALSE(pointer-overflow) --property pointer-overflow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    static char buffer[16];
    unsigned long n = (unsigned long)__VERIFIER_nondet_uint() << 40;
    return buffer + n < buffer;
}
