// expect: TRUE --property termination
// Deeper than calls are laid out; one function calls the other, with a loop on the way.
extern int __VERIFIER_nondet_int(void);
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) {
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) sum += i;
    return n == 0 ? 0 : even(n - 1) + (sum == 17);
}
int main(void) { return even((unsigned)__VERIFIER_nondet_int()); }
