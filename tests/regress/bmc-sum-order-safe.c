// expect: TRUE --engine bmc
// A sum does not depend on the order of adding: known by its normal form, as long as it stays one sum.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[50], up = 0, down = 0;
    for (int i = 0; i < 50; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 50; i++) up += a[i];
    for (int i = 49; i >= 0; i--) down += a[i];
    if (up != down) reach_error();
}
