// expect: TRUE --integers unbounded --property unreach-call,no-overflow --engine ic3ia
// expect: TRUE --integers words --property unreach-call,no-overflow --engine ic3ia
// expect: UNKNOWN(unbounded integers need --property with no-overflow...) --integers unbounded
// expect: exit 64 --integers unbounded --property unreach-call
// expect: exit 64 --integers unbounded --property no-overflow --no-evidence
// expect: exit 64 --integers numbers
/* Two counters that move together, as mathematical integers: what is proved is proved for words. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, s = 0;
    if (n < 0 || n > 1000000) return 0;
    while (i < n) {
        i++;
        s += 2;
    }
    if (s != 2 * i) reach_error();
    return 0;
}
