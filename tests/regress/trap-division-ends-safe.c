// expect: TRUE
// A division by zero ends the run: what follows is not reached with d = 0.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int d = __VERIFIER_nondet_int();
    int q = 100 / d;
    if (d == 0) reach_error();
    return q;
}
