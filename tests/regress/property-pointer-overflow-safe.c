// expect: TRUE --property pointer-overflow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    static char buffer[16];
    unsigned n = __VERIFIER_nondet_uint();
    return n < 16 && buffer + n < buffer;
}
