/* Ranges of floats and of exact numbers. Float operations are monotone in each argument for a fixed
 * rounding mode, so the exact operation on the bounds bounds the result; where the mode is not
 * fixed, downwards and upwards do. */
#include "term/range.h"

static term rounded(terms *t, term mode, enum rounding otherwise) {
    return term_is_const(t, mode) ? mode : term_rm(t, otherwise);
}

static bool is_infinite(terms *t, term a) { return term_is_true(t, term_1(t, OP_FP_IS_INF, a)); }
static bool is_nan(terms *t, term a) { return term_is_true(t, term_1(t, OP_FP_IS_NAN, a)); }

static bool may_be_infinite(terms *t, const range *a) {
    return a->number && (is_infinite(t, a->lo) || is_infinite(t, a->hi));
}

static bool may_be_zero(terms *t, const range *a, sort s) {
    term zero = term_fp_double(t, s, 0.0);
    return a->number && constant_le(t, a->lo, zero) && constant_le(t, zero, a->hi);
}

static range fp_of(terms *t, sort s, bool nan, term lo, term hi) {
    if (is_nan(t, lo) || is_nan(t, hi) || !constant_le(t, lo, hi)) return range_fp_top(t, s);
    return (range){.kind = RANGE_FP, .number = true, .nan = nan, .lo = lo, .hi = hi};
}

static range only_nan(terms *t, sort s) {
    range a = range_fp_top(t, s);
    a.number = false;
    return a;
}

static range fp_neg(terms *t, const range *a) {
    range out = *a;
    if (!a->number) return out;
    out.lo = term_1(t, OP_FP_NEG, a->hi);
    out.hi = term_1(t, OP_FP_NEG, a->lo);
    return out;
}

static range fp_abs(terms *t, sort s, const range *a) {
    if (!a->number) return *a;
    term zero = term_fp_double(t, s, 0.0);
    if (constant_le(t, zero, a->lo)) return fp_of(t, s, a->nan, term_1(t, OP_FP_ABS, a->lo), a->hi);
    range turned = fp_neg(t, a);
    if (constant_le(t, a->hi, zero)) return turned;
    return fp_of(t, s, a->nan, zero, constant_max(t, turned.hi, a->hi));
}

static range fp_add(terms *t, sort s, term mode, const range *a, const range *b) {
    if (!a->number || !b->number) return only_nan(t, s);
    bool nan = a->nan || b->nan || (may_be_infinite(t, a) && may_be_infinite(t, b));
    term lo = term_3(t, OP_FP_ADD, rounded(t, mode, RTN), a->lo, b->lo);
    term hi = term_3(t, OP_FP_ADD, rounded(t, mode, RTP), a->hi, b->hi);
    return fp_of(t, s, nan, lo, hi);
}

/* Products and quotients are extreme at the corners while no corner is NaN. */
static range fp_corners(terms *t, sort s, enum op op, term mode, bool nan, const range *a,
                        const range *b) {
    term down = rounded(t, mode, RTN), up = rounded(t, mode, RTP);
    term x[2] = {a->lo, a->hi}, y[2] = {b->lo, b->hi}, lo = {0}, hi = {0};
    for (int i = 0; i < 4; i++) {
        term low = term_3(t, op, down, x[i / 2], y[i % 2]),
             high = term_3(t, op, up, x[i / 2], y[i % 2]);
        if (is_nan(t, low) || is_nan(t, high)) return range_fp_top(t, s);
        lo = lo.id ? constant_min(t, lo, low) : low;
        hi = hi.id ? constant_max(t, hi, high) : high;
    }
    return fp_of(t, s, nan, lo, hi);
}

static range fp_mul(terms *t, sort s, term mode, const range *a, const range *b) {
    if (!a->number || !b->number) return only_nan(t, s);
    if (may_be_infinite(t, a) && may_be_zero(t, b, s)) return range_fp_top(t, s);
    if (may_be_infinite(t, b) && may_be_zero(t, a, s)) return range_fp_top(t, s);
    return fp_corners(t, s, OP_FP_MUL, mode, a->nan || b->nan, a, b);
}

static range fp_div(terms *t, sort s, term mode, const range *a, const range *b) {
    if (!a->number || !b->number) return only_nan(t, s);
    if (may_be_zero(t, b, s) || (may_be_infinite(t, a) && may_be_infinite(t, b)))
        return range_fp_top(t, s);
    return fp_corners(t, s, OP_FP_DIV, mode, a->nan || b->nan, a, b);
}

static range fp_sqrt(terms *t, sort s, term mode, const range *a) {
    if (!a->number) return *a;
    term zero = term_fp_double(t, s, 0.0);
    if (!constant_le(t, zero, a->hi)) return only_nan(t, s);
    bool negative = !constant_le(t, zero, a->lo);
    term lo = negative ? zero : term_2(t, OP_FP_SQRT, rounded(t, mode, RTN), a->lo);
    term hi = term_2(t, OP_FP_SQRT, rounded(t, mode, RTP), a->hi);
    return fp_of(t, s, a->nan || negative, lo, hi);
}

static range fp_minmax(terms *t, enum op op, const range *a, const range *b) {
    if (a->nan || b->nan) { /* the other one */
        range joined = range_join(t, a, b);
        joined.nan = a->nan && b->nan;
        return joined;
    }
    range out = *a;
    bool min = op == OP_FP_MIN;
    out.lo = min ? constant_min(t, a->lo, b->lo) : constant_max(t, a->lo, b->lo);
    out.hi = min ? constant_min(t, a->hi, b->hi) : constant_max(t, a->hi, b->hi);
    return out;
}

/* A monotone unary operation with a rounding mode, from another float, an integer or a real. */
static range fp_monotone(terms *t, term a, sort s, term mode, bool nan, term lo, term hi) {
    term down[2] = {rounded(t, mode, RTN), lo}, up[2] = {rounded(t, mode, RTP), hi};
    return fp_of(t, s, nan, term_rebuild(t, a, down), term_rebuild(t, a, up));
}

static range fp_from_bv(terms *t, term a, sort s, const range *args) {
    const range *x = &args[1];
    if (x->kind != RANGE_BV) {
        range out = range_fp_top(t, s);
        out.nan = false;
        return out;
    }
    bool is_signed = term_op(t, a) == OP_FP_FROM_SBV;
    uint64_t lo = is_signed ? (uint64_t)x->slo : x->ulo, hi = is_signed ? (uint64_t)x->shi : x->uhi;
    return fp_monotone(t, a, s, term_arg(t, a, 0), false, term_bv(t, x->width, lo),
                       term_bv(t, x->width, hi));
}

/* Within the range of the bit-vector the conversion is monotone; outside it gives 0. */
static range fp_to_bv(terms *t, term a, sort s, const range *args) {
    const range *x = &args[1];
    uint32_t w = sort_width(t, s);
    range top = range_top(t, s);
    if (w > 64 || x->kind != RANGE_FP || !x->number || x->nan || may_be_infinite(t, x)) return top;
    bool is_signed = term_op(t, a) == OP_FP_TO_SBV;
    mpz_t bound;
    mpz_init(bound);
    mpz_ui_pow_ui(bound, 2, is_signed ? w - 1 : w);
    mpq_t q;
    mpq_init(q);
    mpq_set_z(q, bound);
    term above = term_number(t, sort_real(t), q);
    mpq_neg(q, q);
    if (!is_signed) mpq_set_ui(q, 0, 1);
    term below = term_number(t, sort_real(t), q);
    mpq_clear(q);
    mpz_clear(bound);
    /* a whole unit inside on both sides, whatever the rounding mode */
    term one = term_1(t, OP_TO_REAL, term_int(t, 1));
    term lo = term_1(t, OP_FP_TO_REAL, x->lo), hi = term_1(t, OP_FP_TO_REAL, x->hi);
    if (!constant_le(t, below, lo) || !constant_le(t, term_2(t, OP_ADD, hi, one), above))
        return top;
    term down[2] = {rounded(t, term_arg(t, a, 0), RTN), x->lo},
         up[2] = {rounded(t, term_arg(t, a, 0), RTP), x->hi};
    uint64_t from, to;
    if (!term_get_u64(t, term_rebuild(t, a, down), &from) ||
        !term_get_u64(t, term_rebuild(t, a, up), &to))
        return top;
    return is_signed ? range_bv_signed(w, bv_signed(w, from), bv_signed(w, to))
                     : range_bv_unsigned(w, from, to);
}

static range fp_compare(terms *t, enum op op, const range *a, const range *b) {
    if (!a->number || !b->number) return range_bool(false, true);
    bool nan = a->nan || b->nan;
    bool le = constant_le(t, a->lo, b->hi),
         ge = constant_le(t, b->lo, a->hi); /* some a <= b; some a >= b */
    if (op == OP_FP_LE) return range_bool(le, nan || !constant_le(t, a->hi, b->lo));
    if (op == OP_FP_LT) return range_bool(!constant_le(t, b->hi, a->lo), nan || ge);
    bool one = constant_le(t, a->hi, a->lo) && constant_le(t, b->hi, b->lo) && le && ge;
    return range_bool(le && ge, nan || !one);
}

static range fp_test(terms *t, enum op op, const range *a, sort s) {
    switch (op) {
    case OP_FP_IS_NAN: return range_bool(a->nan, a->number);
    case OP_FP_IS_INF: return range_bool(may_be_infinite(t, a), true);
    case OP_FP_IS_ZERO: return range_bool(may_be_zero(t, a, s), true);
    case OP_FP_IS_NEG:
        return range_bool(a->number && !constant_le(t, term_fp_double(t, s, 1.0), a->lo), true);
    default: return range_bool(true, true);
    }
}

range range_apply_fp(terms *t, term a, const range *args) {
    assert_debug(term_is_there(t, a));
    sort s = term_sort(t, a);
    enum op op = term_op(t, a);
    switch (op) {
    case OP_FP_NEG: return fp_neg(t, &args[0]);
    case OP_FP_ABS: return fp_abs(t, s, &args[0]);
    case OP_FP_ADD: return fp_add(t, s, term_arg(t, a, 0), &args[1], &args[2]);
    case OP_FP_SUB: {
        range b = fp_neg(t, &args[2]);
        return fp_add(t, s, term_arg(t, a, 0), &args[1], &b);
    }
    case OP_FP_MUL: return fp_mul(t, s, term_arg(t, a, 0), &args[1], &args[2]);
    case OP_FP_DIV: return fp_div(t, s, term_arg(t, a, 0), &args[1], &args[2]);
    case OP_FP_SQRT: return fp_sqrt(t, s, term_arg(t, a, 0), &args[1]);
    case OP_FP_MIN:
    case OP_FP_MAX: return fp_minmax(t, op, &args[0], &args[1]);
    case OP_FP_ROUND:
    case OP_FP_FROM_FP:
        if (!args[1].number) return only_nan(t, s);
        return fp_monotone(t, a, s, term_arg(t, a, 0), args[1].nan, args[1].lo, args[1].hi);
    case OP_FP_FROM_REAL:
        if (!args[1].lo.id || !args[1].hi.id) break;
        return fp_monotone(t, a, s, term_arg(t, a, 0), false, args[1].lo, args[1].hi);
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV: return fp_from_bv(t, a, s, args);
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV: return fp_to_bv(t, a, s, args);
    case OP_FP_LE:
    case OP_FP_LT:
    case OP_FP_EQ: return fp_compare(t, op, &args[0], &args[1]);
    case OP_FP_IS_NAN:
    case OP_FP_IS_INF:
    case OP_FP_IS_ZERO:
    case OP_FP_IS_NEG: return fp_test(t, op, &args[0], term_sort(t, term_arg(t, a, 0)));
    default: break;
    }
    return range_top(t, s);
}

/* ---- Int and Real ---- */
static range number_add(terms *t, const range *a, const range *b) {
    range out = {.kind = RANGE_NUMBER};
    if (a->lo.id && b->lo.id) out.lo = term_2(t, OP_ADD, a->lo, b->lo);
    if (a->hi.id && b->hi.id) out.hi = term_2(t, OP_ADD, a->hi, b->hi);
    return out;
}

static range number_scale(terms *t, term by, const range *a) {
    mpq_t q;
    mpq_init(q);
    int sign = term_get_mpq(t, by, q) ? mpq_sgn(q) : 0;
    mpq_clear(q);
    range out = {.kind = RANGE_NUMBER};
    if (!sign) return range_constant(t, by);
    term lo = sign > 0 ? a->lo : a->hi, hi = sign > 0 ? a->hi : a->lo;
    if (lo.id) out.lo = term_2(t, OP_MUL, by, lo);
    if (hi.id) out.hi = term_2(t, OP_MUL, by, hi);
    return out;
}

static range number_mul(terms *t, const range *a, const range *b) {
    if (a->lo.id && same(a->lo, a->hi)) return number_scale(t, a->lo, b);
    if (b->lo.id && same(b->lo, b->hi)) return number_scale(t, b->lo, a);
    range out = {.kind = RANGE_NUMBER};
    if (!a->lo.id || !a->hi.id || !b->lo.id || !b->hi.id) return out;
    range low = number_scale(t, a->lo, b), high = number_scale(t, a->hi, b);
    return range_join(t, &low, &high);
}

static range number_compare(terms *t, enum op op, const range *a, const range *b) {
    bool below = a->hi.id && b->lo.id && constant_le(t, a->hi, b->lo); /* every a <= every b */
    bool above = a->lo.id && b->hi.id && constant_le(t, b->hi, a->lo); /* every a >= every b */
    bool strictly_below = below && !constant_le(t, b->lo, a->hi);
    bool strictly_above = above && !constant_le(t, a->lo, b->hi);
    return op == OP_LE ? range_bool(!strictly_above, !below) : range_bool(!above, !strictly_below);
}

static range number_mod(terms *t, const range *b) {
    range out = {.kind = RANGE_NUMBER};
    if (!b->lo.id || !same(b->lo, b->hi)) return out;
    term zero = term_int(t, 0), one = term_int(t, 1);
    if (!constant_le(t, one, b->lo)) return out;
    out.lo = zero;
    out.hi = term_2(t, OP_ADD, b->lo, term_int(t, -1));
    return out;
}

static range number_convert(terms *t, enum op op, const range *a) {
    range out = {.kind = RANGE_NUMBER};
    if (a->lo.id) out.lo = term_1(t, op, a->lo);
    if (a->hi.id) out.hi = term_1(t, op, a->hi);
    return out;
}

range range_apply_number(terms *t, term a, const range *args) {
    assert_debug(term_is_there(t, a));
    enum op op = term_op(t, a);
    range out = args[0];
    switch (op) {
    case OP_ADD:
        for (uint32_t i = 1, n = term_arity(t, a); i < n; i++) out = number_add(t, &out, &args[i]);
        return out;
    case OP_MUL:
        for (uint32_t i = 1, n = term_arity(t, a); i < n; i++) out = number_mul(t, &out, &args[i]);
        return out;
    case OP_LE:
    case OP_LT: return number_compare(t, op, &args[0], &args[1]);
    case OP_MOD: return number_mod(t, &args[1]);
    case OP_TO_REAL:
    case OP_TO_INT: return number_convert(t, op, &args[0]);
    default: return range_top(t, term_sort(t, a));
    }
}
