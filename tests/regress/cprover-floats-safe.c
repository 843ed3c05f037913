// expect: TRUE
float nondet_float(void);
int main(void) {
    float f = nondet_float();
    if (__CPROVER_isnanf(f)) __CPROVER_assert(f != f, "not a number");
    if (__CPROVER_isinff(f)) __CPROVER_assert(f > 1e38f || f < -1e38f, "infinite");
    __CPROVER_assert(__CPROVER_isnanf(f) || __CPROVER_fabs(f) >= 0, "never below zero");
}
