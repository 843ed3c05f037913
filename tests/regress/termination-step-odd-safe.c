// expect: TRUE --property termination
// An odd step comes to every number, modulo 2^32; 6 is three times 2.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), k = 2 * __VERIFIER_nondet_uint();
    while (i != 0) i += 3;
    while (k != 10) k -= 6;
    return 0;
}
