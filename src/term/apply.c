/* One operation on values: dispatch by theory, and the theories that need no file of their own. */
#include "term/value_internal.h"

static void number_binary(enum op op, mpq_t x, const mpq_t y) {
    switch (op) {
    case OP_ADD: mpq_add(x, x, y); return;
    case OP_SUB: mpq_sub(x, x, y); return;
    case OP_MUL: mpq_mul(x, x, y); return;
    case OP_DIVIDE:
        if (mpq_sgn(y)) mpq_div(x, x, y);
        else mpq_set_ui(x, 0, 1);
        return;
    case OP_INT_DIV: /* rounds so that the remainder is not negative */
        if (!mpq_sgn(y)) mpq_set_ui(x, 0, 1);
        else if (mpq_sgn(y) > 0) mpz_fdiv_q(mpq_numref(x), mpq_numref(x), mpq_numref(y));
        else mpz_cdiv_q(mpq_numref(x), mpq_numref(x), mpq_numref(y));
        return;
    default: /* MOD */
        if (mpq_sgn(y)) mpz_mod(mpq_numref(x), mpq_numref(x), mpq_numref(y));
        return;
    }
}

static bool number_compare(enum op op, const mpq_t x, const mpq_t y) {
    int order = mpq_cmp(x, y);
    switch (op) {
    case OP_LE: return order <= 0;
    case OP_LT: return order < 0;
    case OP_GE: return order >= 0;
    default: return order > 0;
    }
}

static bool number_is_integer(const mpq_t x) { return mpz_cmp_ui(mpq_denref(x), 1) == 0; }

static void number_unary(enum op op, mpq_t x) {
    if (op == OP_NEG || op == OP_SUB) mpq_neg(x, x);
    else if (op == OP_ABS) mpq_abs(x, x);
    else if (op == OP_TO_INT) {
        mpz_fdiv_q(mpq_numref(x), mpq_numref(x), mpq_denref(x));
        mpz_set_ui(mpq_denref(x), 1);
    }
}

static value apply_number(values *v, enum op op, sort result, uint32_t i0, uint32_t n,
                          const value *args) {
    assert_debug(sort_is_there(v->t, result));
    assert_debug(n >= 1);
    mpq_srcptr first = value_get_number(v, args[0]);
    if (op >= OP_LE && op <= OP_GT)
        return value_bool(v->t, number_compare(op, first, value_get_number(v, args[1])));
    if (op == OP_IS_INT) return value_bool(v->t, number_is_integer(first));
    if (op == OP_DIVISIBLE) return value_bool(v->t, mpz_divisible_ui_p(mpq_numref(first), i0));
    mpq_t x;
    mpq_init(x);
    mpq_set(x, first);
    if (n == 1) number_unary(op, x);
    for (uint32_t i = 1; i < n; i++) number_binary(op, x, value_get_number(v, args[i]));
    value r = value_number(v, result, x);
    mpq_clear(x);
    return r;
}

static bool all_distinct(values *v, uint32_t n, const value *args) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            if (value_equal(v, args[i], args[j])) return false;
    return true;
}

/* Operations on any sort; false: not one of them. */
static bool apply_any(values *v, enum op op, sort result, uint32_t n, const value *args,
                      value *out) {
    switch (op) {
    case OP_EQ: *out = value_bool(v->t, value_equal(v, args[0], args[1])); return true;
    case OP_DISTINCT: *out = value_bool(v->t, all_distinct(v, n, args)); return true;
    case OP_ITE: *out = args[0].bits ? args[1] : args[2]; return true;
    case OP_CONST_ARRAY: *out = array_const(v, result, args[0]); return true;
    case OP_SELECT: *out = array_select(v, args[0], args[1]); return true;
    case OP_STORE: *out = array_store(v, args[0], args[1], args[2]); return true;
    default: return false;
    }
}

value value_apply(values *v, enum op op, sort result, uint32_t i0, uint32_t i1, uint32_t n,
                  const value *args) {
    assert_debug(op > 0 && op < OP_COUNT);
    assert_debug(sort_is_there(v->t, result));
    assert_debug(n >= 1);
    value out = {result, 0};
    if (apply_any(v, op, result, n, args, &out)) return out;
    if (op < OP_FP_ABS)
        return apply_small(v->t, op, i0, i1, n, args, result, &out.bits)
                   ? out
                   : apply_wide(v, op, result, i0, i1, n, args);
    if (op <= OP_FP_TO_BITS) return apply_fp(v, op, result, i0, i1, n, args);
    return apply_number(v, op, result, i0, n, args);
}
