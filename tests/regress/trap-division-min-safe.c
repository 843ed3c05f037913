// expect: TRUE
// INT_MIN / -1 traps as well.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int q = a / b;
    if (a == -2147483647 - 1 && b == -1) reach_error();
    return q;
}
