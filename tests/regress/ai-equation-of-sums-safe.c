// expect: TRUE --engine ai
// Every third goes to a, of the others every second to b: bit by bit, that the sum stays right takes long to check.
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
static void check(int condition) { if (!condition) __VERIFIER_error(); }
int main(void) {
    unsigned int n = __VERIFIER_nondet_uint(), a = 0, b = 0, c = 0, d = 0, all = 0;
    while (all < n) {
        if (all % 3 == 0) a++;
        else if (all % 2 == 0) b++;
        else if (__VERIFIER_nondet_int()) c++;
        else d++;
        all++;
    }
    check(a + b + c + d == all);
    return 0;
}
