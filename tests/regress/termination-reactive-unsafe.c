// expect: FALSE(termination) --property termination
// Drawn inputs do not get into the loop, and the counter comes back after 256 rounds only.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(),
                  c = __VERIFIER_nondet_uchar(), round = 0;
    if ((a ^ b) != 0x5b || (unsigned char)(b * 7) != 0x3c || c != (unsigned char)(a + 31)) return 0;
    for (;;) {
        round++;
        for (int i = 0; i < 6; i++) a = (unsigned char)(a * 5 + c);
        if (round == 77 && a == b && c == 9) abort();
    }
}
