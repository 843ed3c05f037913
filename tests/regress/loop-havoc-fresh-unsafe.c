// expect: FALSE(unreach-call)
// A nondet value is new each time round: the sum can be odd and even.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int first = __VERIFIER_nondet_int(), second = 0;
    for (int i = 0; i < 2; i++) second = __VERIFIER_nondet_int();
    if (first == 1 && second == 2) reach_error();
}
