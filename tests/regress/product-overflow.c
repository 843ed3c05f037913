// expect: TRUE
// A product that does not turn round is at least each of its factors, and the overflow that the
// compiler is asked for is the one of the product.
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong(), c;
    if (__builtin_mul_overflow(a, b, &c) || !a || !b) return 0;
    if (c < a || c < b) reach_error();
    return 0;
}
