/* A sequence that seems to be random, and a value that it hardly reaches: no engine decides it. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned long long x = 1, y = __VERIFIER_nondet_int() & 1023;
    while (__VERIFIER_nondet_int()) {
        x = x * x + y + 0x9e3779b97f4a7c15;
        y = (x >> 17 ^ y * 0x2545f4914f6cdd1d) + y;
    }
    if (x == 0x123456789abcdef && y > x) reach_error();
    return 0;
}
