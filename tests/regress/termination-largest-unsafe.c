// expect: FALSE(termination) --property termination
// i comes to 0 again where n is the largest number, and to no other end.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < n; i += 2)
        ;
    return 0;
}
