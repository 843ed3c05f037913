// expect: FALSE(unreach-call)
// A product of two unknown words that has one value: lemmas about its size do not find it.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a > 1 && b > 1 && a < 60000 && b < 60000 && a * b == 2500999979u) reach_error();
    return 0;
}
