// expect: TRUE --property termination
// Up or down, as the sign of x says; then odd numbers go back one step before they go on two.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int() ? 1 : -1, y = __VERIFIER_nondet_int(),
        z = __VERIFIER_nondet_int();
    if (y < -1000 || z < -1000) return 0;
    while (y < 100 && z < 100) y += x, z -= x;
    int n = __VERIFIER_nondet_int();
    while (n < 255) n = n % 2 ? n - 1 : n + 2;
    return 0;
}
