// expect: FALSE(termination) --property termination
// i <= n holds of every i where n is the largest number; no state comes back soon.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i;
    for (i = 0; i <= n; i++) {}
    return 0;
}
