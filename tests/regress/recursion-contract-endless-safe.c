// expect: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned count(unsigned n) { return n ? 1 + count(n - 1) : 0; }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (count(n) != n) reach_error();
}
