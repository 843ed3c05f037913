// expect: TRUE --property uninitialized
// expect: FALSE(uninitialized) --property uninitialized -- -DUSED
// A function may end without its value where nobody uses it (C11 6.9.1).
extern int __VERIFIER_nondet_int(void);
static int f(int x) {
    if (x) return 1;
}
int main(void) {
#ifdef USED
    if (f(__VERIFIER_nondet_int())) return 1;
#else
    f(__VERIFIER_nondet_int());
#endif
    return 0;
}
