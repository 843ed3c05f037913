// expect: FALSE(unreach-call)
// Division rounds towards zero: half of -3 is -1.
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
static void check(int condition) { if (!condition) __VERIFIER_error(); }
int main(void) {
    int n = __VERIFIER_nondet_int(), half;
    if (n < -9 || n > 9) return 0;
    half = n / 2;
    check(2 * half <= n);
    return 0;
}
