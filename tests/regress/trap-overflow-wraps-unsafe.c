// expect: FALSE(unreach-call)
// Arithmetic wraps, whatever an optimizer may assume.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x + 1 < x) reach_error();
}
