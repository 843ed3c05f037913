// expect: UNKNOWN(unsupported: __CPROVER_enum_is_in_range, tests/regress/cprover-word-unknown.c:7)
enum e { A, B, C };
_Bool __CPROVER_enum_is_in_range(enum e);
enum e nondet_e(void);
int main(void) {
    enum e v = nondet_e();
    if (__CPROVER_enum_is_in_range(v)) __CPROVER_assert(v == A || v == B || v == C, "one of them");
}
