// expect: TRUE --engine ic3cfa
// The error is in the procedure: what its callers pass decides.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned g;
static void count(unsigned n) {
    if (g > 7) reach_error();
    if (n == 0 || g == 7) return;
    g++;
    count(n - 1);
    count(n - 1);
}
int main(void) { count(__VERIFIER_nondet_uint()); }
