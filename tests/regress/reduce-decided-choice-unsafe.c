// expect: FALSE(unreach-call)
// The flag is set on one way only, and its old value counts on the other.
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
static void check(int condition) { if (!condition) __VERIFIER_error(); }
int main(void) {
    int flag = __VERIFIER_nondet_int() > 7, n = __VERIFIER_nondet_int(), m = 0;
    while (m < 3) {
        if (n == m) flag = 0;
        else if (n > 100) flag = n < 105;
        if (flag && m == 2) check(n < 50);
        m++;
    }
    return 0;
}
