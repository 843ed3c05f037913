// expect: TRUE --property no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = (unsigned)x + 1u;
    if (x < 1000000 && x > -1000000) x = x * 2 + 1;
    return (int)u + 0 * x;
}
