// expect: FALSE(unreach-call) --integers unbounded --property unreach-call,no-overflow --engine ic3ia
// expect: FALSE(unreach-call) --integers unbounded --property unreach-call,no-overflow --engine ic3cfa
/* As the safe one, but one round counts three. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, s = 0;
    if (n < 0 || n > 1000000) return 0;
    while (i < n) {
        i++;
        s += i == 3 ? 3 : 2;
    }
    if (s != 2 * i) reach_error();
    return 0;
}
