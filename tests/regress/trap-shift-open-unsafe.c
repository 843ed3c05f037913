// expect: FALSE(unreach-call)
// A shift by the width or more is any value.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 1;
    if (n < 32) return 0;
    if ((x << n) == 12345u) reach_error();
}
