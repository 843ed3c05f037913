/* Floats that come from integers without rounding: comparisons and conversions back are done on the
 * integers. */
#include "term/linear.h"
#include "term/term_internal.h"

typedef struct {
    term x;
    bool is_signed;
    uint32_t w;
} integer;

bool fp_holds_integers(const terms *t, sort s, bool is_signed, uint32_t width) {
    assert_debug(sort_is_fp(t, s));
    assert_debug(width >= 1);
    if (sort_eb(t, s) > WIDEST_EXPONENT) return false;
    uint64_t largest = (1ull << (sort_eb(t, s) - 1)) - 1; /* exponent */
    return width - is_signed <= sort_sb(t, s) && width <= largest;
}

/* Is `a` an integer converted exactly? */
static bool is_exact(const terms *t, term a, integer *out) {
    if (!is_op(t, a, OP_FP_FROM_SBV) && !is_op(t, a, OP_FP_FROM_UBV)) return false;
    term x = arg_of(t, a, 1);
    *out = (integer){x, is_op(t, a, OP_FP_FROM_SBV), width_of(t, x)};
    return fp_holds_integers(t, sort_of(t, a), out->is_signed, out->w);
}

static term widened(terms *t, const integer *i, uint32_t w) {
    return i->is_signed ? term_sext(t, i->x, w) : term_zext(t, i->x, w);
}

/* Both as signed numbers of one width that holds them. */
static term compare_integers(terms *t, enum op op, const integer *a, const integer *b) {
    uint32_t v = a->w + !a->is_signed, w = b->w + !b->is_signed, most = v > w ? v : w;
    if (a->is_signed == b->is_signed && a->w == b->w) most = a->w;
    enum op less = a->is_signed || most > a->w ? OP_BVSLT : OP_BVULT;
    term x = widened(t, a, most), y = widened(t, b, most);
    if (op == OP_FP_EQ) return build_eq(t, x, y);
    return op == OP_FP_LT ? build_bv_less(t, less, x, y)
                          : build_not(t, build_bv_less(t, less, y, x));
}

/* x < bound as an integer. */
static term below(terms *t, const integer *i, const mpz_t bound) {
    return build_bv_less_number(t, i->is_signed ? OP_BVSLT : OP_BVULT, i->x, bound);
}

static term equals(terms *t, const integer *i, const mpq_t q) {
    mpz_t next;
    if (mpz_cmp_ui(mpq_denref(q), 1)) return t->falsity;
    mpz_init(next);
    mpz_add_ui(next, mpq_numref(q), 1);
    term r = term_and(t, below(t, i, next), build_not(t, below(t, i, mpq_numref(q))));
    mpz_clear(next);
    return r;
}

/* x < q is x < ceil q; x <= q is x < floor q + 1. */
static term compare_rational(terms *t, enum op op, const integer *i, const mpq_t q) {
    mpz_t bound;
    if (op == OP_FP_EQ) return equals(t, i, q);
    mpz_init(bound);
    if (op == OP_FP_LT) mpz_cdiv_q(bound, mpq_numref(q), mpq_denref(q));
    else {
        mpz_fdiv_q(bound, mpq_numref(q), mpq_denref(q));
        mpz_add_ui(bound, bound, 1);
    }
    term r = below(t, i, bound);
    mpz_clear(bound);
    return r;
}

/* x op k for a float constant k that is not NaN. */
static term compare_constant(terms *t, enum op op, const integer *i, term k) {
    bool infinite = term_is_true(t, term_1(t, OP_FP_IS_INF, k));
    if (infinite)
        return term_bool(t, op != OP_FP_EQ && term_is_false(t, term_1(t, OP_FP_IS_NEG, k)));
    mpq_t q;
    mpq_init(q);
    term_get_mpq(t, term_1(t, OP_FP_TO_REAL, k), q);
    term r = compare_rational(t, op, i, q);
    mpq_clear(q);
    return r;
}

bool fp_compare_integers(terms *t, enum op op, term a, term b, term *out) {
    assert_debug(same_sort(sort_of(t, a), sort_of(t, b)));
    integer x, y;
    bool left = is_exact(t, a, &x), right = is_exact(t, b, &y);
    if (left && right) *out = compare_integers(t, op, &x, &y);
    else if (left && is_op(t, b, OP_FP)) *out = compare_constant(t, op, &x, b);
    else if (right && is_op(t, a, OP_FP)) { /* k < y is not (y <= k): neither is NaN */
        enum op other = op == OP_FP_LT ? OP_FP_LE : op == OP_FP_LE ? OP_FP_LT : op;
        *out = compare_constant(t, other, &y, a);
        if (op != OP_FP_EQ) *out = build_not(t, *out);
    } else return false;
    return true;
}

bool fp_class_integer(terms *t, enum op op, term a, term *out) {
    assert_debug(term_is_there(t, a));
    integer i;
    if (!is_exact(t, a, &i)) return false;
    term zero = bv_zero(t, i.w),
         negative = i.is_signed ? build_bv_less(t, OP_BVSLT, i.x, zero) : t->falsity;
    switch (op) {
    case OP_FP_IS_NEG: *out = negative; return true;
    case OP_FP_IS_POS: *out = build_not(t, negative); return true;
    case OP_FP_IS_ZERO: *out = build_eq(t, i.x, zero); return true;
    case OP_FP_IS_NORMAL: *out = build_not(t, build_eq(t, i.x, zero)); return true;
    default: *out = t->falsity; return true; /* NaN, infinite, subnormal */
    }
}

/* Back into a bit-vector that holds every value of x. */
bool fp_integer_back(terms *t, enum op op, uint32_t width, term a, term *out) {
    assert_debug(term_is_there(t, a));
    assert_debug(width >= 1);
    integer i;
    if (!is_exact(t, a, &i)) return false;
    bool to_signed = op == OP_FP_TO_SBV;
    bool fits = to_signed == i.is_signed ? width >= i.w : to_signed && width > i.w;
    if (!fits) return false;
    *out = widened(t, &i, width);
    return true;
}
