// expect: TRUE --property termination
// A generator of random numbers comes to each of 255 numbers, in no order that a sum would tell.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (!x) return 0;
    while (x != 1) {
        x ^= (unsigned char)(x << 7);
        x ^= x >> 5;
        x ^= (unsigned char)(x << 3);
    }
    return 0;
}
