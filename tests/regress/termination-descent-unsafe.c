// expect: FALSE(termination) --property termination
// It calls itself for ever: no stack is large enough.
extern int __VERIFIER_nondet_int(void);
static int f(int x) {
    if (x == 7) return 0;
    return f(x < 7 ? x + 1 : x - x % 2) + 1;
}
int main(void) { return f(__VERIFIER_nondet_int()); }
