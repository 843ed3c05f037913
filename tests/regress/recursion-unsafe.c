// expect: FALSE(unreach-call)
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned count(unsigned n) { return n ? 1 + count(n - 1) : 0; }
int main(void) {
    if (count(__VERIFIER_nondet_uint()) == 2) reach_error();
}
