// expect: TRUE
// expect: UNKNOWN(recursion) --recursion-depth 8 --inline all
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned total;
static void count(unsigned n) {
    if (!n) return;
    total++;
    count(n - 1);
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    count(n);
    if (total != n) reach_error();
}
