// expect: FALSE(unreach-call)
// A pointer from outside may be valid: an access through it does not end the run.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    *p = 0;
    reach_error();
}
