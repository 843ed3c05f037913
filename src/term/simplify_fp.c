/* Floats: only rules that hold for NaN, infinities and both zeros in every rounding mode. */
#include "term/softfloat.h"
#include "term/term_internal.h"

static term ordered(terms *t, enum op op, sort s, term a, term b) {
    return make_2(t, op, s, a.id < b.id ? a : b, a.id < b.id ? b : a);
}

static bool is_zero_constant(const terms *t, term a) {
    mpz_t z;
    if (!is_op(t, a, OP_FP)) return false;
    mpz_init(z);
    term_get_mpz(t, a, z);
    mpz_clrbit(z, sort_width(t, sort_of(t, a)) - 1);
    bool zero = mpz_sgn(z) == 0;
    mpz_clear(z);
    return zero;
}

static term positive_zero(terms *t, sort s) {
    mpz_t z;
    mpz_init(z);
    term a = term_fp_bits(t, s, z);
    mpz_clear(z);
    return a;
}

static term not_nan(terms *t, term a) {
    return build_not(t, build(t, OP_FP_IS_NAN, t->bool_sort, 0, 0, 1, &a));
}

static bool compare_ite(terms *t, enum op op, term a, term b, term *out) {
    term c, k, l;
    if (is_value(t, b) && ite_of_constants(t, a, &c, &k, &l)) {
        k = fold(t, op, t->bool_sort, 0, 0, 2, (term[]){k, b});
        l = fold(t, op, t->bool_sort, 0, 0, 2, (term[]){l, b});
    } else if (is_value(t, a) && ite_of_constants(t, b, &c, &k, &l)) {
        k = fold(t, op, t->bool_sort, 0, 0, 2, (term[]){a, k});
        l = fold(t, op, t->bool_sort, 0, 0, 2, (term[]){a, l});
    } else return false;
    return *out = build_ite(t, c, k, l), true;
}

/* Does every float of `from` exist in `to`? */
static bool widens(const terms *t, sort from, sort to) {
    return sort_eb(t, from) <= sort_eb(t, to) && sort_sb(t, from) <= sort_sb(t, to);
}

static bool compare_widened(terms *t, enum op op, term a, term b, term *out) {
    if (!is_op(t, a, OP_FP_FROM_FP) || !is_op(t, b, OP_FP_FROM_FP)) return false;
    term x = arg_of(t, a, 1), y = arg_of(t, b, 1);
    if (!same_sort(sort_of(t, x), sort_of(t, y)) || !widens(t, sort_of(t, x), sort_of(t, a)))
        return false;
    return *out = build(t, op, t->bool_sort, 0, 0, 2, (term[]){x, y}), true;
}

static term build_fp_compare(terms *t, enum op op, term a, term b) {
    term out, nan = fp_const_nan(t, sort_of(t, a));
    if (op == OP_FP_GT || op == OP_FP_GE) {
        term swap = a;
        op = op == OP_FP_GT ? OP_FP_LT : OP_FP_LE;
        a = b, b = swap;
    }
    if (same(a, nan) || same(b, nan)) return t->falsity;
    if (same(a, b)) return op == OP_FP_LT ? t->falsity : not_nan(t, a);
    if (is_zero_constant(t, a)) a = positive_zero(t, sort_of(t, a));
    if (is_zero_constant(t, b)) b = positive_zero(t, sort_of(t, b));
    if (is_value(t, a) && is_value(t, b)) return fold(t, op, t->bool_sort, 0, 0, 2, (term[]){a, b});
    if (compare_ite(t, op, a, b, &out) || compare_widened(t, op, a, b, &out) ||
        fp_compare_integers(t, op, a, b, &out))
        return out;
    if (op != OP_FP_EQ) return make_2(t, op, t->bool_sort, a, b);
    if (is_zero_constant(t, a)) return build(t, OP_FP_IS_ZERO, t->bool_sort, 0, 0, 1, &b);
    if (is_zero_constant(t, b)) return build(t, OP_FP_IS_ZERO, t->bool_sort, 0, 0, 1, &a);
    return ordered(t, op, t->bool_sort, a, b);
}

/* Classification looks through signs, the test for NaN through conversions too. */
static term build_fp_class(terms *t, enum op op, term a) {
    bool by_sign = op == OP_FP_IS_NEG || op == OP_FP_IS_POS;
    for (;;) {
        if (op == OP_FP_IS_NAN && is_op(t, a, OP_FP_FROM_FP)) a = arg_of(t, a, 1);
        else if (!is_op(t, a, OP_FP_NEG) && (by_sign || !is_op(t, a, OP_FP_ABS))) break;
        else {
            if (by_sign) op = op == OP_FP_IS_NEG ? OP_FP_IS_POS : OP_FP_IS_NEG;
            a = arg_of(t, a, 0);
        }
    }
    if (is_op(t, a, OP_FP_ABS))
        return op == OP_FP_IS_NEG ? t->falsity : not_nan(t, arg_of(t, a, 0));
    term c, k, l;
    if (is_value(t, a)) return fold(t, op, t->bool_sort, 0, 0, 1, &a);
    if (ite_of_constants(t, a, &c, &k, &l))
        return build_ite(t, c, fold(t, op, t->bool_sort, 0, 0, 1, &k),
                         fold(t, op, t->bool_sort, 0, 0, 1, &l));
    term out;
    bool integer = is_op(t, a, OP_FP_FROM_SBV) || is_op(t, a, OP_FP_FROM_UBV);
    if (fp_class_integer(t, op, a, &out)) return out;
    if (integer && op == OP_FP_IS_NAN) return t->falsity;
    return make_1(t, op, t->bool_sort, a);
}

static term build_fp_sign(terms *t, enum op op, sort s, term a) {
    if (op == OP_FP_NEG && is_op(t, a, OP_FP_NEG)) return arg_of(t, a, 0);
    while (op == OP_FP_ABS && (is_op(t, a, OP_FP_NEG) || is_op(t, a, OP_FP_ABS)))
        a = arg_of(t, a, 0);
    return is_value(t, a) ? fold(t, op, s, 0, 0, 1, &a) : make_1(t, op, s, a);
}

static bool has_nan(terms *t, sort s, uint32_t from, uint32_t n, const term *args) {
    term nan = fp_const_nan(t, s);
    for (uint32_t i = from; i < n; i++)
        if (same(args[i], nan)) return true;
    return false;
}

static term signed_one(terms *t, sort s, bool negative) {
    return term_fp_double(t, s, negative ? -1 : 1);
}

/* x + (-0) is x, and rounding down x + (+0): the zero that loses against the other one in a sum. */
static bool add_zero(terms *t, enum op op, const term *x, term *out) {
    if (!is_op(t, x[0], OP_RM)) return false;
    bool down = term_get_rm(t, x[0]) == RTN;
    for (int side = op == OP_FP_SUB ? 2 : 1; side <= 2; side++) {
        term zero = x[side];
        if (!is_zero_constant(t, zero)) continue;
        bool negative = !same(zero, positive_zero(t, sort_of(t, zero))) != (op == OP_FP_SUB);
        if (negative != down) return *out = x[3 - side], true;
    }
    return false;
}

/* x - x is a zero, of a sign that the mode decides, where x is finite; otherwise it is NaN. */
static bool less_itself(terms *t, sort s, const term *x, term *out) {
    if (!same(x[1], x[2]) || !is_op(t, x[0], OP_RM)) return false;
    term zero = term_fp_double(t, s, term_get_rm(t, x[0]) == RTN ? -0.0 : 0.0),
         endless = build_fp_class(t, OP_FP_IS_INF, x[1]);
    *out = build_ite(t, not_nan(t, x[1]), build_ite(t, endless, fp_const_nan(t, s), zero),
                     fp_const_nan(t, s));
    return true;
}

/* x * 1, x / 1, and with -1. */
static bool times_one(terms *t, enum op op, sort s, const term *x, term *out) {
    for (int side = op == OP_FP_DIV ? 2 : 1; side <= 2; side++) {
        if (!is_op(t, x[side], OP_FP)) continue;
        if (same(x[side], signed_one(t, s, false))) return *out = x[3 - side], true;
        if (same(x[side], signed_one(t, s, true)))
            return *out = build_fp_sign(t, OP_FP_NEG, s, x[3 - side]), true;
    }
    return false;
}

/* x / c is x * (1/c) where 1/c is a float: both are the same real number, rounded once. */
static bool exact_reciprocal(terms *t, sort s, term c, term *out) {
    fp_format f = {sort_eb(t, s), sort_sb(t, s)};
    mpq_t q, r;
    mpz_t z;
    if (!is_op(t, c, OP_FP) || sort_eb(t, s) > WIDEST_EXPONENT) return false;
    mpq_inits(q, r, NULL);
    mpz_init(z);
    term_get_mpz(t, c, z);
    bool ok = fp_to_rational(f, z, q) && mpq_sgn(q);
    if (ok) {
        mpq_inv(q, q);
        fp_from_rational(f, RNE, q, z);
        ok = fp_to_rational(f, z, r) && mpq_equal(q, r);
    }
    if (ok) *out = term_fp_bits(t, s, z);
    mpz_clear(z);
    mpq_clears(q, r, NULL);
    return ok;
}

static bool arithmetic_identity(terms *t, enum op op, sort s, const term *x, term *out) {
    term r;
    switch (op) {
    case OP_FP_ADD: return add_zero(t, op, x, out);
    case OP_FP_SUB: return add_zero(t, op, x, out) || less_itself(t, s, x, out);
    case OP_FP_MUL: return times_one(t, op, s, x, out);
    case OP_FP_DIV:
        if (times_one(t, op, s, x, out)) return true;
        if (is_op(t, x[1], OP_FP) || !exact_reciprocal(t, s, x[2], &r)) return false;
        return *out = build(t, OP_FP_MUL, s, 0, 0, 3, (term[]){x[0], x[1], r}), true;
    default: return false;
    }
}

/* Rounded arithmetic: NaN in, NaN out; factors and summands ordered. */
static term build_fp_arithmetic(terms *t, enum op op, sort s, uint32_t n, const term *args) {
    if (has_nan(t, s, op != OP_FP_REM, n, args)) return fp_const_nan(t, s);
    term x[4], out;
    if (arithmetic_identity(t, op, s, args, &out)) return out;
    memcpy(x, args, n * sizeof *x);
    bool commutes = op == OP_FP_ADD || op == OP_FP_MUL || op == OP_FP_FMA;
    if (commutes && x[2].id < x[1].id) x[1] = args[2], x[2] = args[1];
    return make(t, op, s, n, x);
}

static term build_fp_min_max(terms *t, enum op op, sort s, term a, term b) {
    term nan = fp_const_nan(t, s);
    if (same(a, b) || same(a, nan)) return b;
    return same(b, nan) ? a : make_2(t, op, s, a, b);
}

/* Widened and narrowed again: nothing was lost on the way. */
static bool converted_back(const terms *t, sort s, term a, term *out) {
    if (!is_op(t, a, OP_FP_FROM_FP)) return false;
    *out = arg_of(t, a, 1);
    return same_sort(sort_of(t, *out), s) && widens(t, s, sort_of(t, a));
}

/* ---- floats from bits ----
 * Programs keep floats as bits: a result is stored as ite(isNaN f, some NaN's bits, bits of f) and
 * read back, absolute values and signs are masks. Seen through here, what is computed stays an
 * expression of floats. */

enum { FLOAT_DEPTH = 48 };

static bool all_ones(terms *t, uint32_t high, uint32_t low, term a) {
    return is_bv_ones(t, build_extract(t, high, low, a));
}

/* Bits of a NaN whatever the variables are: exponent all ones, the first bit of the significand
 * set. */
static bool surely_nan(terms *t, sort s, term bits) {
    uint32_t eb = sort_eb(t, s), sb = sort_sb(t, s);
    return is_op(t, bits, OP_CONCAT) && all_ones(t, eb + sb - 2, sb - 2, bits);
}

static term float_of(terms *t, sort s, term bits) {
    return build(t, OP_FP_FROM_BITS, s, sort_eb(t, s), sort_sb(t, s), 1, &bits);
}

/* x with its sign bit set by `sign`: a constant, or the complement of x's own. */
static bool float_with_sign(terms *t, sort s, term bits, term *out) {
    uint32_t top = sort_width(t, s) - 1;
    term low, sign;
    if (is_op(t, bits, OP_ZERO_EXTEND) && index_of(t, bits, 0) == 1) {
        low = arg_of(t, bits, 0);
        sign = bv_zero(t, 1);
    } else if (is_op(t, bits, OP_CONCAT) && arity_of(t, bits) == 2 &&
               width_of(t, arg_of(t, bits, 0)) == 1) {
        low = arg_of(t, bits, 1);
        sign = arg_of(t, bits, 0);
    } else return false;
    if (!is_op(t, low, OP_EXTRACT) || index_of(t, low, 0) != top - 1 || index_of(t, low, 1) != 0)
        return false;
    term x = arg_of(t, low, 0);
    if (width_of(t, x) != top + 1) return false;
    term f = float_of(t, s, x), absolute = build_fp_sign(t, OP_FP_ABS, s, f);
    if (is_bv_zero(t, sign)) return *out = absolute, true;
    if (is_bv_ones(t, sign)) return *out = build_fp_sign(t, OP_FP_NEG, s, absolute), true;
    if (!same(sign, build_bv_not(t, build_extract(t, top, top, x)))) return false;
    return *out = build_fp_sign(t, OP_FP_NEG, s, f), true;
}

/* x ^ sign, x | sign. */
static bool float_with_mask(terms *t, sort s, term bits, term *out) {
    bool flip = is_op(t, bits, OP_BVXOR), set = is_op(t, bits, OP_BVOR);
    uint32_t top = sort_width(t, s) - 1;
    if ((!flip && !set) || arity_of(t, bits) != 2) return false;
    term x = arg_of(t, bits, 0), mask = arg_of(t, bits, 1);
    if (!is_op(t, mask, OP_BV) || !is_bv_ones(t, build_extract(t, top, top, mask)) ||
        !is_bv_zero(t, build_extract(t, top - 1, 0, mask)))
        return false;
    term f = float_of(t, s, x);
    if (set) f = build_fp_sign(t, OP_FP_ABS, s, f);
    return *out = build_fp_sign(t, OP_FP_NEG, s, f), true;
}

/* Is `f` just the conversion of `bits`, with nothing seen through? */
static bool is_opaque(const terms *t, term f, term bits) {
    return is_op(t, f, OP_FP_FROM_BITS) && same(arg_of(t, f, 0), bits);
}

/* Both branches of an ite are known as floats. Chains are followed further than trees, which may
 * share branches and are walked without a memo. */
static bool float_of_ite(terms *t, sort s, term bits, term *out) {
    if (!is_op(t, bits, OP_ITE) || t->depth > FLOAT_DEPTH) return false;
    term x = arg_of(t, bits, 1), y = arg_of(t, bits, 2);
    uint32_t step = is_op(t, x, OP_ITE) && is_op(t, y, OP_ITE) ? FLOAT_DEPTH / 4 : 1;
    t->depth += step;
    term a = float_of(t, s, x), b = is_opaque(t, a, x) ? a : float_of(t, s, y);
    t->depth -= step;
    if (is_opaque(t, a, x) || is_opaque(t, b, y)) return false;
    return *out = build_ite(t, arg_of(t, bits, 0), a, b), true;
}

static bool from_bits(terms *t, sort s, term bits, term *out) {
    if (is_op(t, bits, OP_FP_TO_BITS) && same_sort(s, sort_of(t, arg_of(t, bits, 0))))
        return *out = arg_of(t, bits, 0), true;
    if (surely_nan(t, s, bits)) return *out = fp_const_nan(t, s), true;
    return float_with_sign(t, s, bits, out) || float_with_mask(t, s, bits, out) ||
           float_of_ite(t, s, bits, out);
}

/* No value of the source is rounded on the way into `s`. */
static bool is_exact(const terms *t, enum op op, sort s, term a) {
    if (op == OP_FP_FROM_FP) return widens(t, sort_of(t, a), s);
    if (op != OP_FP_FROM_SBV && op != OP_FP_FROM_UBV) return false;
    return fp_holds_integers(t, s, op == OP_FP_FROM_SBV, width_of(t, a));
}

static term convert(terms *t, enum op op, sort s, uint32_t i0, uint32_t i1, uint32_t n,
                    const term *args) {
    term c, k, l, out, last = args[n - 1], mode = term_rm(t, RNE);
    if (n == 2 && !same(args[0], mode) && is_exact(t, op, s, last)) /* no mode matters */
        return build(t, op, s, i0, i1, 2, (term[]){mode, last});
    if (op == OP_FP_FROM_BITS && from_bits(t, s, last, &out)) return out;
    if (op == OP_FP_FROM_FP && same_sort(s, sort_of(t, last))) return last;
    bool constant_mode = n == 1 || is_value(t, args[0]);
    if (constant_mode && ite_of_constants(t, last, &c, &k, &l)) {
        k = fold(t, op, s, i0, i1, n, n == 1 ? &k : (term[]){args[0], k});
        l = fold(t, op, s, i0, i1, n, n == 1 ? &l : (term[]){args[0], l});
        return build_ite(t, c, k, l);
    }
    if ((op == OP_FP_TO_SBV || op == OP_FP_TO_UBV) && fp_integer_back(t, op, i0, last, &out))
        return out;
    if (op == OP_FP_FROM_FP && converted_back(t, s, last, &out)) return out;
    return make_indexed(t, op, s, i0, i1, n, args);
}

term build_fp(terms *t, enum op op, sort s, uint32_t i0, uint32_t i1, uint32_t n,
              const term *args) {
    assert_debug(terms_are_there(t, n, args));
    assert_debug(n >= 1);
    assert_debug(sort_is_there(t, s));
    if (op == OP_FP_ABS || op == OP_FP_NEG) return build_fp_sign(t, op, s, args[0]);
    if (op == OP_FP_MIN || op == OP_FP_MAX) return build_fp_min_max(t, op, s, args[0], args[1]);
    if (op <= OP_FP_ROUND) return build_fp_arithmetic(t, op, s, n, args);
    if (op <= OP_FP_EQ) return build_fp_compare(t, op, args[0], args[1]);
    if (op <= OP_FP_IS_POS) return build_fp_class(t, op, args[0]);
    return convert(t, op, s, i0, i1, n, args);
}
