// expect: FALSE(unreach-call) --engine bmc/leaps
// Rounds with an input: it has the same value in each of them, and the test needs it once for each.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 0, first = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int() > 4) x += first;
    if (x == 3000 && first == 3) reach_error();
    return 0;
}
