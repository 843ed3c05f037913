// expect: TRUE --engine ai
// The bound of i stands behind &&: the analyses see it only where the choice that && is compiled to is taken apart.
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
static void check(int condition) { if (!condition) __VERIFIER_error(); }
int main(void) {
    int i = 0, j = 0;
    while (__VERIFIER_nondet_int() && i < 1000000) i++;
    if (i >= 100) return 0;
    while (__VERIFIER_nondet_int() && i < 1000000) {
        i++;
        j++;
    }
    check(i < 100 + j);
    return 0;
}
