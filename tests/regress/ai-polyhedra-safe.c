// expect: TRUE --engine ai
// What is left of two lots is a relation of four variables: left >= first + second - taken.
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
static void check(int condition) { if (!condition) __VERIFIER_error(); }
int main(void) {
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
    if (first < -5000 || first > 5000 || second < -5000 || second > 5000) return 0;
    int left = 0;
    for (int i = 0; i < first; i++) left++;
    for (int i = 0; i < second; i++) left++;
    for (int taken = 0; taken < first + second; taken++) {
        check(left > 0);
        left--;
    }
    return 0;
}
