// expect: TRUE --engine ic3cfa
// Two procedures that call each other, and a loop in one.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned odd(unsigned n);
static unsigned even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static unsigned odd(unsigned n) {
    unsigned r = 0;
    for (unsigned i = 0; i < 3 && n; i++) r = even(n - 1);
    return r;
}
int main(void) {
    if (even(__VERIFIER_nondet_uint()) > 1) reach_error();
}
