// expect: FALSE(unreach-call)
// A function of the program's own with the name assert is no assertion, in the compiled test either.
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
void assert(_Bool arg);
int main(void) {
    assert(__VERIFIER_nondet_int() != 4711);
    return 0;
}
void assert(_Bool arg) {
    if (!arg) __VERIFIER_error();
}
