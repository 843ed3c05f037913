// expect: UNKNOWN(unbounded integers do not have bvxor) --integers unbounded --property unreach-call,no-overflow
// expect: TRUE --property unreach-call,no-overflow
/* Bits of two unknown numbers are no arithmetic. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 1;
    while (__VERIFIER_nondet_int()) y = y ^ x;
    if ((y ^ x) != (x ^ y)) reach_error();
    if (x == 0 && y != 1) reach_error();
    return 0;
}
