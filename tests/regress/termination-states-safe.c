// expect: TRUE --property termination
// Collatz on 16 bits, which wrap: each of 65536 states ends.
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
    unsigned short n = __VERIFIER_nondet_ushort();
    while (n > 1) {
        if (n % 2) n = 3 * n + 1;
        else n /= 2;
    }
    return 0;
}
