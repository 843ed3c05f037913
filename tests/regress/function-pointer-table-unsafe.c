// expect: FALSE(unreach-call)
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int zero(void) { return 0; }
static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) {
    int (*table[])(void) = {zero, one, two};
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 3 && table[i]() == 2) reach_error();
}
