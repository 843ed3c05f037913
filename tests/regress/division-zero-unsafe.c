// expect: FALSE(div-by-zero) --property no-overflow,div-by-zero
// Beside it, zero is still a division by zero.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == -1) return 0;
    return a / b;
}
