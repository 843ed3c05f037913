// expect: FALSE(assert)
int nondet_int(void);
int main(void) {
    int *p, z;
    if (nondet_int() == 4) {
        int y = 3;
        p = &y;
    } else p = &z;
    __CPROVER_assert(__CPROVER_r_ok(p, 4), "r");
}
