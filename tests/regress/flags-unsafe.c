// expect: FALSE(unreach-call) --engine values/ranges
/* A path that no values exclude is a run, as a solver says. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int held = 0, n = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) held = 1;
        else if (held && ++n == 3) held = 2;
        if (held == 2) reach_error();
    }
    return 0;
}
