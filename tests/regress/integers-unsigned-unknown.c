// expect: UNKNOWN(evidence...) --integers unbounded --property unreach-call,no-overflow --engine ic3ia
// expect: FALSE(unreach-call) --property unreach-call,no-overflow --engine ic3ia
/* Unsigned numbers wrap without an error: that x stays positive is proved of integers, and does not
 * hold for words. Its certificate fails, and nothing is claimed. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned x = 0x7ffffffeu;
    while (__VERIFIER_nondet_int()) {
        if ((int)x < 0) reach_error();
        if (x != 0x80000000u) x++;
    }
    return 0;
}
