/* Too hard for now: what cinch says then. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), s = 1;
    while (__VERIFIER_nondet_uint()) {
        s = s * a + b;
        a ^= s >> 7;
        b += a * s;
    }
    if (s == 0x369d0369d0369cdull) reach_error();
}
