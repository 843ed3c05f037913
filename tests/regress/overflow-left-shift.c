// expect: TRUE --property no-overflow
// expect: FALSE(shift) --property no-overflow,shift
// expect: UNKNOWN(left shift) --property no-overflow -- -DBYTE
// expect: FALSE(shift) --property no-overflow,shift -- -DBYTE
// expect: TRUE --property no-overflow,shift -- -DFIXED
// expect: FALSE(no-overflow) --property no-overflow -- -DADDED
/* A left shift into the sign is a matter of `shift`, not of overflow, as in the sanitizers. A byte
 * becomes an int before it is shifted: some count that as an overflow. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    int high = byte - 128;
#ifdef FIXED
    unsigned word = (unsigned)byte << 24U;
#elif defined BYTE
    unsigned word = byte << 24U;
#elif defined ADDED
    unsigned word = (high << 24U) + (high << 24U);
#else
    unsigned word = (unsigned)((high + 128) << 24U);
#endif
    return word != 0;
}
