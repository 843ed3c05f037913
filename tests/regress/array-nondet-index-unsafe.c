// expect: FALSE(unreach-call)
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a[16] = {0};
    unsigned i = __VERIFIER_nondet_uint() % 16, j = __VERIFIER_nondet_uint() % 16;
    a[i] = 1;
    if (a[j] && j == 11) reach_error();
}
