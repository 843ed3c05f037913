// expect: FALSE(no-overflow) --property no-overflow,div-by-zero
// The one quotient that does not fit is an overflow, though one check of the compiler finds both.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0) return 0;
    return a / b;
}
