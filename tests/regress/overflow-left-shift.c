// expect: UNKNOWN(left shift) --property no-overflow
// expect: FALSE(shift) --property no-overflow,shift
// expect: TRUE --property no-overflow -- -DFIXED
/* A byte becomes an int before it is shifted, into the sign. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char high = __VERIFIER_nondet_uchar();
#ifdef FIXED
    unsigned word = (unsigned)high << 24U;
#else
    unsigned word = high << 24U;
#endif
    return word != 0;
}
