// expect: FALSE(assert)
/* The compiled program shows it: a broken assertion after words of CBMC that a run can pass. */
int nondet_int(void);
int main(void) {
    int x = nondet_int(), a[3] = {1, 2, 3};
    __CPROVER_assume(x >= 0 && x < 3);
    __CPROVER_assert(__CPROVER_r_ok(&a[x], sizeof(int)), "inside");
    __CPROVER_assert(a[x] != 3, "one of them is");
    return 0;
}
