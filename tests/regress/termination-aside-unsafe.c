// expect: FALSE(termination) --property termination
// A loop that never ends if it is entered beside its head: odd numbers stay odd.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned k = __VERIFIER_nondet_uint(), rounds = 0;
    if (k % 2) goto middle;
    do {
        rounds++;
    middle:
        k -= 2;
    } while (k != 0);
    return 0;
}
