// expect: TRUE --engine ai
// A quarter of what is below n is below a quarter of n, where n is no smaller than 0.
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
static void check(int condition) { if (!condition) __VERIFIER_error(); }
int main(void) {
    int n = __VERIFIER_nondet_int(), words = n / 4;
    if (n < 0) return 0;
    for (int i = 0; i < words; i++) check(4 * i + 3 < n);
    return 0;
}
