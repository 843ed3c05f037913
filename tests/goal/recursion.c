// expect: UNKNOWN(open goals) total=11 covered=9 unreachable=0 open=2
/* Deeper than calls are laid out nothing is known. */
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned depth(unsigned n) { if (n == 0) return 0; return depth(n - 1) + 1; }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (depth(n) != n) return 1;
    return 0;
}
