// expect: FALSE(unreach-call) --engine ic3cfa
// Inputs are drawn in calls of calls, in the order in which the program runs.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned sum(unsigned n) {
    if (n == 0) return 0;
    unsigned first = sum(n - 1);
    unsigned x = __VERIFIER_nondet_uchar();
    if (x >= n) return 100;
    return first * 4 + x;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uchar();
    if (n < 10 && sum(n) == 6) reach_error();
}
