// expect: FALSE(unreach-call)
// Twice as fast as a counter of its own width: it becomes negative.
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
static void check(int condition) { if (!condition) __VERIFIER_error(); }
int main(void) {
    signed char n = __VERIFIER_nondet_char(), i = 0, k = 0;
    while (i < n) {
        i++;
        k += 2;
    }
    check(k >= 0);
    return 0;
}
