// expect: FALSE(precondition) --property undefined
// expect: TRUE --property undefined -DASKED
// __builtin_clz(0) has no value.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
#ifdef ASKED
    if (!x) return 0;
#endif
    return __builtin_clz(x);
}
