// expect: TRUE --engine ai
// A sum of bytes is at most 255 for each of them.
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
static void check(int condition) { if (!condition) __VERIFIER_error(); }
int main(void) {
    unsigned char n = (unsigned char)__VERIFIER_nondet_char();
    unsigned int sum = 0;
    for (unsigned int i = 0; i < n; i++) sum += (unsigned char)__VERIFIER_nondet_char();
    check(sum <= 255u * 255u);
    return 0;
}
