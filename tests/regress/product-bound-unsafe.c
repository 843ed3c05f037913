// expect: FALSE(unreach-call) --engine bmc
// expect: FALSE(unreach-call)
/* A bound that the solver learns about products with a small factor in the first loop does not hold where that factor is
 * smaller still and the other one so large that the bound turns round. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), m = a * b;
    for (int i = 0; i < 3; i++)
        if (a >= 200 && a < 256 && b < 1000 && m > 300000u + i) reach_error();
    if (a < 2 && b == 4294967295u && m == 4294967295u) reach_error();
    return 0;
}
