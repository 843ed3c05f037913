// expect: TRUE --property termination
// Unsigned words wrap: the loop ends at 0, wherever it begins.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    while (n != 0) n--;
    return 0;
}
