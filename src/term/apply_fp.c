/* Floating-point operations on values, by softfloat.h: any format, any mode. */
#include "term/softfloat.h"
#include "term/value_internal.h"

static fp_format format_of(const terms *t, sort s) {
    return (fp_format){sort_eb(t, s), sort_sb(t, s)};
}

typedef struct {
    fp_format f;
    enum rounding rm;
    mpz_t a, b, c, r;
} float_call;

static void arithmetic(float_call *k, enum op op) {
    switch (op) {
    case OP_FP_ADD: fp_add(k->f, k->rm, k->a, k->b, k->r); return;
    case OP_FP_SUB:
        fp_neg(k->f, k->b, k->b);
        fp_add(k->f, k->rm, k->a, k->b, k->r);
        return;
    case OP_FP_MUL: fp_mul(k->f, k->rm, k->a, k->b, k->r); return;
    case OP_FP_DIV: fp_div(k->f, k->rm, k->a, k->b, k->r); return;
    case OP_FP_FMA: fp_fma(k->f, k->rm, k->a, k->b, k->c, k->r); return;
    case OP_FP_SQRT: fp_sqrt(k->f, k->rm, k->a, k->r); return;
    case OP_FP_ROUND: fp_round_to_integral(k->f, k->rm, k->a, k->r); return;
    case OP_FP_REM: fp_rem(k->f, k->a, k->b, k->r); return;
    case OP_FP_ABS: fp_abs(k->f, k->a, k->r); return;
    case OP_FP_NEG: fp_neg(k->f, k->a, k->r); return;
    default: break;
    }
    int order = fp_compare(k->f, k->a, k->b); /* FP_MIN, FP_MAX */
    bool left = order == 2 ? fp_bits_are_nan(k->f, k->b) : order == (op == OP_FP_MIN ? -1 : 1);
    mpz_set(k->r, left ? k->a : k->b);
}

static bool compare(float_call *k, enum op op) {
    int order = fp_compare(k->f, k->a, k->b);
    switch (op) {
    case OP_FP_LE: return order == -1 || order == 0;
    case OP_FP_LT: return order == -1;
    case OP_FP_GE: return order == 1 || order == 0;
    case OP_FP_GT: return order == 1;
    default: return order == 0;
    }
}

static bool classify(float_call *k, enum op op) {
    fp_number x;
    fp_number_init(&x);
    fp_unpack(k->f, k->a, &x);
    enum fp_class c = x.kind;
    bool negative = x.negative, subnormal = fp_is_subnormal(k->f, k->a);
    fp_number_clear(&x);
    switch (op) {
    case OP_FP_IS_NORMAL: return c == FLOAT_FINITE && !subnormal;
    case OP_FP_IS_SUBNORMAL: return subnormal;
    case OP_FP_IS_ZERO: return c == FLOAT_ZERO;
    case OP_FP_IS_INF: return c == FLOAT_INF;
    case OP_FP_IS_NAN: return c == FLOAT_NAN;
    case OP_FP_IS_NEG: return c != FLOAT_NAN && negative;
    default: return c != FLOAT_NAN && !negative;
    }
}

static void signed_integer(values *v, value a, mpz_t out) {
    value_get_bits(v, a, out);
    bits_make_signed(out, sort_width(v->t, a.sort));
}

static void convert_to(values *v, float_call *k, enum op op, fp_format to, value from) {
    switch (op) {
    case OP_FP_FROM_BITS:
        value_get_bits(v, from, k->r);
        if (fp_bits_are_nan(to, k->r)) fp_nan_bits(to, k->r);
        return;
    case OP_FP_FROM_FP:
        value_get_bits(v, from, k->a);
        fp_convert(format_of(v->t, from.sort), to, k->rm, k->a, k->r);
        return;
    case OP_FP_FROM_SBV:
        signed_integer(v, from, k->a);
        fp_from_integer(to, k->rm, k->a, k->r);
        return;
    case OP_FP_FROM_UBV:
        value_get_bits(v, from, k->a);
        fp_from_integer(to, k->rm, k->a, k->r);
        return;
    default: fp_from_rational(to, k->rm, value_get_number(v, from), k->r); return;
    }
}

static value convert_from(values *v, float_call *k, enum op op, sort result) {
    if (op == OP_FP_TO_BITS) return value_bits(v, result, k->a);
    if (op == OP_FP_TO_REAL) {
        mpq_t q;
        mpq_init(q);
        fp_to_rational(k->f, k->a, q);
        value x = value_number(v, result, q);
        mpq_clear(q);
        return x;
    }
    uint32_t width = sort_width(v->t, result);
    bool ok = fp_to_integer(k->f, k->rm, k->a, width, k->r);
    if (ok && op == OP_FP_TO_UBV) ok = mpz_sgn(k->r) >= 0;
    if (ok && op == OP_FP_TO_SBV) {
        mpz_set_ui(k->b, 1);
        mpz_mul_2exp(k->b, k->b, width - 1);
        ok = mpz_cmp(k->r, k->b) < 0;
        mpz_neg(k->b, k->b);
        ok = ok && mpz_cmp(k->r, k->b) >= 0;
    }
    if (!ok) mpz_set_ui(k->r, 0);
    return value_bits(v, result, k->r);
}

static value apply_soft(values *v, float_call *k, enum op op, sort result, uint32_t n,
                        const value *args) {
    bool rounded = sort_kind_of(v->t, args[0].sort) == SORT_RM;
    const value *x = args + rounded;
    if (rounded) k->rm = (enum rounding)args[0].bits;
    if (op >= OP_FP_FROM_BITS && op <= OP_FP_FROM_REAL) {
        convert_to(v, k, op, format_of(v->t, result), x[0]);
        return value_bits(v, result, k->r);
    }
    k->f = format_of(v->t, x[0].sort);
    __mpz_struct *into[] = {k->a, k->b, k->c};
    for (uint32_t i = 0; i + rounded < n; i++) value_get_bits(v, x[i], into[i]);
    if (op >= OP_FP_TO_UBV) return convert_from(v, k, op, result);
    if (op >= OP_FP_IS_NORMAL) return value_bool(v->t, classify(k, op));
    if (op >= OP_FP_LE) return value_bool(v->t, compare(k, op));
    arithmetic(k, op);
    return value_bits(v, result, k->r);
}

value apply_fp_soft(values *v, enum op op, sort result, uint32_t n, const value *args) {
    assert_debug(sort_is_there(v->t, result));
    assert_debug(n >= 1);
    float_call k = {.rm = RNE};
    mpz_inits(k.a, k.b, k.c, k.r, NULL);
    value out = apply_soft(v, &k, op, result, n, args);
    mpz_clears(k.a, k.b, k.c, k.r, NULL);
    return out;
}

/* Bits as a float and back, in words. */
static bool reinterpret(const terms *t, enum op op, sort result, value a, uint64_t *out) {
    if (op == OP_FP_TO_BITS) return *out = a.bits, sort_is_inline(t, result);
    if (op != OP_FP_FROM_BITS || !sort_is_inline(t, result)) return false;
    uint32_t eb = sort_eb(t, result), sb = sort_sb(t, result);
    uint64_t infinity = mask64(eb) << (sb - 1), magnitude = a.bits & mask64(eb + sb - 1);
    *out = magnitude > infinity ? infinity | 1ull << (sb - 2) : a.bits;
    return true;
}

value apply_fp(values *v, enum op op, sort result, uint32_t i0, uint32_t i1, uint32_t n,
               const value *args) {
    assert_debug(sort_is_there(v->t, result));
    assert_debug(n >= 1);
    (void)i0, (void)i1; /* the result's sort says it */
    value out = {result, 0};
    if (apply_fp_machine(v->t, op, result, n, args, &out.bits)) return out;
    if (reinterpret(v->t, op, result, args[0], &out.bits)) return out;
    return apply_fp_soft(v, op, result, n, args);
}
