// expect: FALSE(assert)
/* No header, no declaration: the call is the assertion that it says. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(n != 7);
    return 0;
}
