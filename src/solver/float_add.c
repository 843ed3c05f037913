/* Sums, and products with a summand. */
#include "solver/float_internal.h"

/* How many leading zeros, most significant first in a balanced tree; `a` is padded to a power of
 * two with ones below. */
static word leading_zeros(circuits *c, word a, lit *all_zero) {
    if (a.n == 1) return *all_zero = lit_not(a.bit[0]), (word){0, a.bit};
    lit high_zero, low_zero;
    uint32_t half = a.n / 2;
    word high = leading_zeros(c, word_slice(a, half, half), &high_zero);
    word low = leading_zeros(c, word_slice(a, 0, half), &low_zero);
    *all_zero = aig_and(c->graph, high_zero, low_zero);
    return word_concat(c, word_fill(c, 1, high_zero), word_ite(c, high_zero, low, high));
}

static word count_zeros(circuits *c, word a) {
    uint32_t size = 1;
    while (size < a.n) size *= 2;
    lit all;
    return leading_zeros(c, word_concat(c, a, word_fill(c, size - a.n, LIT_TRUE)), &all);
}

/* A mark at each place k below the top where `limit` is k: shifting left until the top is 1 then
 * shifts at most by `limit`. */
static word mark_limit(circuits *c, word a, word limit) {
    uint32_t stages = bits_for(a.n - 1);
    word mark = word_fill(c, 1, LIT_TRUE);
    if (limit.n > stages)
        mark.bit[0] = lit_not(word_any(c, word_slice(limit, stages, limit.n - stages)));
    for (uint32_t k = stages < limit.n ? stages : limit.n; k-- > 0;) {
        word next = word_new(c, mark.n * 2);
        for (uint32_t i = 0; i < mark.n; i++) {
            next.bit[2 * i] = aig_and(c->graph, mark.bit[i], lit_not(limit.bit[k]));
            next.bit[2 * i + 1] = aig_and(c->graph, mark.bit[i], limit.bit[k]);
        }
        mark = next;
    }
    word r = word_new(c, a.n);
    for (uint32_t i = 0; i < a.n; i++) {
        uint32_t k = a.n - 1 - i;
        r.bit[i] = k < mark.n ? aig_or(c->graph, a.bit[i], mark.bit[k]) : a.bit[i];
    }
    return r;
}

/* Shift left by at most exponent - 1, so that the exponent stays at least 1: a sum below the normal
 * range is exact. */
static word normalize_limited(circuits *c, word a, word exponent, word *left) {
    word limit = word_add(c, exponent, word_fill(c, exponent.n, LIT_TRUE), LIT_FALSE, NULL);
    word by = count_zeros(c, mark_limit(c, a, limit));
    *left = word_sub(c, exponent, word_zext(c, by, exponent.n));
    return word_shl(c, a, by);
}

typedef struct {
    word large, small;
} sorted;

static sorted by_magnitude(circuits *c, float_format f, word a, word b) {
    lit swap = word_ult(c, float_magnitude(f, a), float_magnitude(f, b));
    return (sorted){word_ite(c, swap, b, a), word_ite(c, swap, a, b)};
}

/* Exponent field and significand of larger +- smaller: three more bits below are enough for every
 * rounding. */
static word add_magnitudes(circuits *c, const operand *x, const operand *y, lit minus,
                           word *exponent) {
    uint32_t n = x->significand.n + 4;
    word low = word_fill(c, 3, LIT_FALSE);
    word a = word_zext(c, word_concat(c, x->significand, low), n);
    word b = word_concat(c, y->significand, low);
    b = word_zext(c, word_lshr_sticky(c, b, word_sub(c, x->exponent, y->exponent)), n);
    *exponent = word_increment(c, x->exponent, LIT_TRUE);
    return word_add(c, a, word_xor(c, b, word_fill(c, n, minus)), minus, NULL);
}

/* The exponents of sorted operands lie between 1 and 2^eb - 1 and so do not need the sign bits. */
static operand unpack_narrow(circuits *c, float_format f, word a) {
    operand o = float_unpack(c, f, a);
    o.exponent = word_slice(o.exponent, 0, f.eb);
    return o;
}

word float_add(circuits *c, float_format f, word rm, word a, word b) {
    assert_debug(a.n == f.eb + f.sb && b.n == a.n);
    aig *g = c->graph;
    modes m = float_modes(c, rm);
    sorted s = by_magnitude(c, f, a, b);
    operand x = unpack_narrow(c, f, s.large), y = unpack_narrow(c, f, s.small);
    lit minus = aig_xor(g, x.sign, y.sign);
    word exponent, left;
    word sum = add_magnitudes(c, &x, &y, minus, &exponent);
    word normal = normalize_limited(c, sum, exponent, &left);
    word field = word_mask(c, left, word_top(normal)),
         significand = float_squeeze(c, normal, f.sb + 2);
    lit zero = lit_not(word_any(c, sum)), sign = aig_ite(g, aig_and(g, zero, minus), m.rtn, x.sign);
    lit inf = x.inf, either_nan = aig_or(g, float_is_nan(c, f, a), float_is_nan(c, f, b));
    lit nan = aig_or(g, either_nan, aig_and(g, aig_and(g, inf, y.inf), minus));
    word finite = float_pack(c, f, &m, sign, field, word_all(c, left), significand);
    return float_special(c, f, nan, inf, zero, sign, finite);
}

static word flip_sign(circuits *c, word a) {
    return word_concat(c, word_fill(c, 1, lit_not(word_top(a))), word_slice(a, 0, a.n - 1));
}

word float_sub(circuits *c, float_format f, word rm, word a, word b) {
    assert_debug(a.n == f.eb + f.sb && b.n == a.n);
    return float_add(c, f, rm, a,
                     flip_sign(c, b)); /* a NaN of the wrong sign is still seen as NaN */
}

/* ---- a * b + d ---- */

/* The exact product: 2 sb bits, top bit 1 unless it is zero. */
static operand product(circuits *c, float_format f, word a, word b) {
    operand x = float_unpack_normal(c, f, a), y = float_unpack_normal(c, f, b), p = {0};
    aig *g = c->graph;
    p.sign = aig_xor(g, x.sign, y.sign);
    p.zero = aig_or(g, x.zero, y.zero);
    p.inf = aig_or(g, x.inf, y.inf);
    p.nan = aig_or(g, aig_or(g, x.nan, y.nan), aig_and(g, p.zero, p.inf));
    word full = word_mul_full(c, x.significand, y.significand);
    lit carried = word_top(full);
    word up = word_concat(c, word_slice(full, 0, full.n - 1), word_fill(c, 1, LIT_FALSE));
    p.significand = word_ite(c, carried, full, up);
    word bias = word_constant(c, x.exponent.n, float_bias(f));
    p.exponent = word_sub(c, word_add(c, x.exponent, y.exponent, carried, NULL), bias);
    return p;
}

word float_mul(circuits *c, float_format f, word rm, word a, word b) {
    assert_debug(a.n == f.eb + f.sb && b.n == a.n);
    modes m = float_modes(c, rm);
    operand p = product(c, f, a, b);
    word finite = float_round_pack(c, f, &m, p.sign, p.exponent, p.significand, true);
    return float_special(c, f, p.nan, p.inf, p.zero, p.sign, finite);
}

/* Is |x| < |y|, both normalized or zero? */
static lit smaller(circuits *c, const operand *x, const operand *y) {
    aig *g = c->graph;
    lit less = word_ult(c, x->significand, y->significand);
    lit same_exponent = word_equal(c, x->exponent, y->exponent);
    lit r = aig_or(g, word_slt(c, x->exponent, y->exponent), aig_and(g, same_exponent, less));
    return aig_and(g, aig_or(g, r, x->zero), lit_not(y->zero));
}

static operand choose(circuits *c, lit s, const operand *a, const operand *b) {
    operand r = {0};
    r.sign = aig_ite(c->graph, s, a->sign, b->sign);
    r.exponent = word_ite(c, s, a->exponent, b->exponent);
    r.significand = word_ite(c, s, a->significand, b->significand);
    return r;
}

word float_fma(circuits *c, float_format f, word rm, word a, word b, word d) {
    assert_debug(a.n == f.eb + f.sb && b.n == a.n && d.n == a.n);
    aig *g = c->graph;
    modes m = float_modes(c, rm);
    operand p = product(c, f, a, b), q = float_unpack_normal(c, f, d);
    q.significand = word_concat(c, q.significand, word_fill(c, f.sb, LIT_FALSE));
    p.significand = word_mask(c, p.significand, lit_not(p.zero));
    lit swap = smaller(c, &p, &q), minus = aig_xor(g, p.sign, q.sign);
    operand x = choose(c, swap, &q, &p), y = choose(c, swap, &p, &q);
    word exponent, count;
    word sum = add_magnitudes(c, &x, &y, minus, &exponent);
    word normal = word_normalize(c, sum, &count);
    exponent = word_sub(c, exponent, word_zext(c, count, exponent.n));
    lit zero = lit_not(word_any(c, sum)), sign = aig_ite(g, aig_and(g, zero, minus), m.rtn, x.sign);
    lit inf = aig_or(g, p.inf, q.inf), clash = aig_and(g, aig_and(g, p.inf, q.inf), minus);
    lit nan = aig_or(g, aig_or(g, p.nan, q.nan), clash);
    lit inf_sign = aig_ite(g, p.inf, p.sign, q.sign);
    word finite = float_round_pack(c, f, &m, sign, exponent, normal, true);
    return float_special(c, f, nan, inf, zero, aig_ite(g, inf, inf_sign, sign), finite);
}
