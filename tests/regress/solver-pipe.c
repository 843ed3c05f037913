// expect: TRUE --engine ic3cfa --solver pipe:z3
// A known solver is started with the switches that it needs to read from its input.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int x = 0, n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) x = x ? 0 : 1;
    if (x != 0 && x != 1) __VERIFIER_error();
    return 0;
}
