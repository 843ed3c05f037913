// expect: FALSE(termination) --property termination
// Of odd numbers none is 0.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    while (n != 0) n += 2;
    return 0;
}
