// expect: TRUE --integers unbounded --property unreach-call,no-overflow --engine ic3ia
// expect: TRUE --integers unbounded --property unreach-call,no-overflow --engine ic3cfa
/* The last value is left out: nothing overflows, and the sum is larger. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x == 2147483647) return 0;
    int y = x + 1;
    if (y <= x) reach_error();
    return 0;
}
