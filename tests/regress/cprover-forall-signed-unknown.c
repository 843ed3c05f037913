// expect: UNKNOWN(unsupported: __CPROVER_quantifier_without_range, tests/regress/cprover-forall-signed-unknown.c:5)
// A signed variable without a lower bound also has negative values.
int main(void) {
    int v[4] = {1, 1, 1, 1};
    __CPROVER_assert(__CPROVER_forall { int i; i < 4 ==> v[i & 3] == 1 }, "all");
}
