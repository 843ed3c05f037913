// expect: UNKNOWN(not run natively: other has no body) --engine native
// What a function without a body does is not known: such a program is not run.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int other(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 123456789 && other(x) == 12345) reach_error();
    return 0;
}
