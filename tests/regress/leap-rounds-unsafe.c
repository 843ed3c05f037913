// expect: FALSE(unreach-call) --engine bmc/leaps
/* The error is behind half a million rounds, which are one step with a leap. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 10) return 0;
    while (x < 1000000) x += 2;
    if (x == 1000001) reach_error();
    return 0;
}
