// expect: FALSE(assert) --property assert
int nondet_int(void);
int main(void) {
    int a = nondet_int(), b = nondet_int();
    __CPROVER_assume(a > 0 ==> b > 0);
    __CPROVER_assert(b > 0 ==> a > 0, "the converse");
}
