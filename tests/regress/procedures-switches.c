// expect: TRUE --inline none --engine ic3cfa --ic3-generalize single
// The switches of the papers do not work with summaries: the bodies are copied then.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int up(int x) { return x < 100 ? x + 1 : x; }
int main(void) {
    int x = 0, n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) x = up(x);
    if (x > 100) __VERIFIER_error();
    return 0;
}
