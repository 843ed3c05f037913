/* Taking floats apart, rounding, putting them together; classes and comparisons, which need no
 * more. */
#include "solver/float_internal.h"
#include "term/term.h"

/* ---- classes ---- */

static lit exponent_ones(circuits *c, float_format f, word a) {
    return word_all(c, float_exponent(f, a));
}
static lit exponent_some(circuits *c, float_format f, word a) {
    return word_any(c, float_exponent(f, a));
}
static lit nan_mark(float_format f, word a) { return a.bit[f.sb - 2]; }

lit float_is_nan(circuits *c, float_format f, word a) {
    assert_debug(a.n == f.eb + f.sb);
    return aig_and(c->graph, exponent_ones(c, f, a), nan_mark(f, a));
}

lit float_is_inf(circuits *c, float_format f, word a) {
    assert_debug(a.n == f.eb + f.sb);
    return aig_and(c->graph, exponent_ones(c, f, a), lit_not(nan_mark(f, a)));
}

lit float_is_zero(circuits *c, float_format f, word a) {
    assert_debug(a.n == f.eb + f.sb);
    return lit_not(word_any(c, float_magnitude(f, a)));
}

lit float_is_normal(circuits *c, float_format f, word a) {
    assert_debug(a.n == f.eb + f.sb);
    return aig_and(c->graph, exponent_some(c, f, a), lit_not(exponent_ones(c, f, a)));
}

lit float_is_subnormal(circuits *c, float_format f, word a) {
    assert_debug(a.n == f.eb + f.sb);
    return aig_and(c->graph, lit_not(exponent_some(c, f, a)), word_any(c, float_fraction(f, a)));
}

lit float_canonical(circuits *c, float_format f, word a) {
    assert_debug(a.n == f.eb + f.sb);
    lit rest = word_any(c, word_slice(a, 0, f.sb - 2));
    lit odd = aig_or(c->graph, rest, aig_and(c->graph, word_top(a), nan_mark(f, a)));
    return lit_not(aig_and(c->graph, exponent_ones(c, f, a), odd));
}

word float_from_bits(circuits *c, float_format f, word bits) {
    assert_debug(bits.n == f.eb + f.sb);
    aig *g = c->graph;
    lit nan = aig_and(g, exponent_ones(c, f, bits), word_any(c, float_fraction(f, bits)));
    word r = word_mask(c, bits, lit_not(nan));
    memcpy(r.bit + f.sb - 1, bits.bit + f.sb - 1, f.eb * sizeof(lit));
    r.bit[f.sb - 2] = aig_or(g, bits.bit[f.sb - 2], nan);
    return r;
}

/* ---- comparisons ---- */

/* One chain from the lowest bit serves both signs: for two negative floats the order is the other
 * way round, which is the complement of the chain that starts with the other carry. */
static lit ordered(circuits *c, float_format f, word a, word b, bool or_equal) {
    aig *g = c->graph;
    lit sa = word_top(a), sb = word_top(b), chain = sa ^ (lit)or_equal;
    word x = float_magnitude(f, a), y = float_magnitude(f, b);
    for (uint32_t i = 0; i < x.n; i++) chain = aig_majority(g, lit_not(x.bit[i]), y.bit[i], chain);
    lit same_sign = aig_xor(g, chain, sa);
    return aig_ite(g, aig_xor(g, sa, sb), sa, same_sign);
}

static lit both_zero(circuits *c, float_format f, word a, word b) {
    return aig_and(c->graph, float_is_zero(c, f, a), float_is_zero(c, f, b));
}

static lit no_nan(circuits *c, float_format f, word a, word b) {
    return aig_and(c->graph, lit_not(float_is_nan(c, f, a)), lit_not(float_is_nan(c, f, b)));
}

lit float_lt(circuits *c, float_format f, word a, word b) {
    assert_debug(a.n == f.eb + f.sb && b.n == a.n);
    lit r = aig_and(c->graph, ordered(c, f, a, b, false), lit_not(both_zero(c, f, a, b)));
    return aig_and(c->graph, no_nan(c, f, a, b), r);
}

lit float_le(circuits *c, float_format f, word a, word b) {
    assert_debug(a.n == f.eb + f.sb && b.n == a.n);
    lit r = aig_or(c->graph, ordered(c, f, a, b, true), both_zero(c, f, a, b));
    return aig_and(c->graph, no_nan(c, f, a, b), r);
}

lit float_eq(circuits *c, float_format f, word a, word b) {
    assert_debug(a.n == f.eb + f.sb && b.n == a.n);
    lit r = aig_or(c->graph, word_equal(c, a, b), both_zero(c, f, a, b));
    return aig_and(c->graph, no_nan(c, f, a, b), r);
}

/* ---- signs ---- */

word float_abs(circuits *c, float_format f, word a) {
    assert_debug(a.n == f.eb + f.sb);
    (void)f;
    return word_concat(c, word_fill(c, 1, LIT_FALSE), word_slice(a, 0, a.n - 1));
}

word float_neg(circuits *c, float_format f, word a) {
    assert_debug(a.n == f.eb + f.sb);
    lit sign = aig_and(c->graph, lit_not(word_top(a)), lit_not(float_is_nan(c, f, a)));
    return word_concat(c, word_fill(c, 1, sign), word_slice(a, 0, a.n - 1));
}

static word pick(circuits *c, float_format f, word a, word b, lit first) {
    lit a_nan = float_is_nan(c, f, a), b_nan = float_is_nan(c, f, b);
    first = aig_and(c->graph, aig_or(c->graph, first, b_nan), lit_not(a_nan));
    return word_ite(c, first, a, b);
}

word float_min(circuits *c, float_format f, word a, word b) {
    assert_debug(a.n == f.eb + f.sb && b.n == a.n);
    return pick(c, f, a, b, float_lt(c, f, a, b));
}
word float_max(circuits *c, float_format f, word a, word b) {
    assert_debug(a.n == f.eb + f.sb && b.n == a.n);
    return pick(c, f, a, b, float_lt(c, f, b, a));
}

/* ---- apart ---- */

modes float_modes(circuits *c, word rm) {
    assert_debug(rm.n == 3);
    lit is[4];
    for (uint32_t i = 0; i < 4; i++) is[i] = word_equal(c, rm, word_constant(c, 3, i));
    return (modes){is[RNE], is[RNA], is[RTP], is[RTN]};
}

uint32_t exponent_width(float_format f) {
    uint32_t shifts = bits_for(2 * f.sb);
    return (f.eb > shifts ? f.eb : shifts) + 3;
}

operand float_unpack(circuits *c, float_format f, word a) {
    assert_debug(a.n == f.eb + f.sb);
    lit some = exponent_some(c, f, a);
    operand o = {float_is_nan(c, f, a),
                 float_is_inf(c, f, a),
                 float_is_zero(c, f, a),
                 word_top(a),
                 {0},
                 {0}};
    o.significand = word_concat(c, word_fill(c, 1, some), float_fraction(f, a));
    o.exponent = word_zext(c, float_exponent(f, a), exponent_width(f));
    o.exponent.bit[0] = aig_or(c->graph, o.exponent.bit[0], lit_not(some));
    return o;
}

operand float_unpack_normal(circuits *c, float_format f, word a) {
    assert_debug(a.n == f.eb + f.sb);
    operand o = float_unpack(c, f, a);
    word count;
    o.significand = word_normalize(c, o.significand, &count);
    o.exponent = word_sub(c, o.exponent, word_zext(c, count, o.exponent.n));
    return o;
}

/* ---- together ---- */

word float_squeeze(circuits *c, word a, uint32_t n) {
    assert_debug(n >= 1 && a.n >= 1);
    if (a.n <= n) return word_concat(c, a, word_fill(c, n - a.n, LIT_FALSE));
    word r = word_concat(c, word_slice(a, a.n - n, n), word_slice(a, 0, 0));
    r.bit[0] = aig_or(c->graph, r.bit[0], word_any(c, word_slice(a, 0, a.n - n)));
    return r;
}

lit float_rounds_up(circuits *c, const modes *m, lit sign, lit odd, lit guard, lit sticky) {
    assert_debug(lit_node(guard) < c->graph->nodes.size && lit_node(sticky) < c->graph->nodes.size);
    aig *g = c->graph;
    lit inexact = aig_or(g, guard, sticky);
    lit nearest = aig_and(g, guard, aig_or(g, m->rna, aig_and(g, m->rne, aig_or(g, sticky, odd))));
    lit directed = aig_or(g, aig_and(g, m->rtp, lit_not(sign)), aig_and(g, m->rtn, sign));
    return aig_or(g, nearest, aig_and(g, directed, inexact));
}

/* Beyond the largest: infinity, or the largest where the mode rounds towards zero there. */
static word overflowed(circuits *c, float_format f, const modes *m, lit sign, lit over, word r) {
    aig *g = c->graph;
    lit directed = aig_ite(g, sign, m->rtn, m->rtp);
    lit infinite = aig_or(g, aig_or(g, m->rne, m->rna), directed);
    for (uint32_t i = 0; i < f.sb - 1; i++)
        r.bit[i] = aig_ite(g, over, lit_not(infinite), r.bit[i]);
    r.bit[f.sb - 1] = aig_ite(g, over, infinite, r.bit[f.sb - 1]);
    for (uint32_t i = f.sb; i < r.n; i++) r.bit[i] = aig_or(g, over, r.bit[i]);
    return r;
}

word float_pack(circuits *c, float_format f, const modes *m, lit sign, word field, lit huge,
                word significand) {
    assert_debug(lit_node(sign) < c->graph->nodes.size && lit_node(huge) < c->graph->nodes.size);
    word fraction = word_slice(significand, 2, f.sb - 1);
    lit up =
        float_rounds_up(c, m, sign, significand.bit[2], significand.bit[1], significand.bit[0]);
    word r = word_increment(c, word_concat(c, word_slice(field, 0, f.eb), fraction), up);
    lit over = aig_or(c->graph, huge, word_all(c, word_slice(r, f.sb - 1, f.eb)));
    r = overflowed(c, f, m, sign, over, r);
    return word_concat(c, word_fill(c, 1, sign), r);
}

/* Below the normal range the significand moves right until the exponent is the least, before it is
 * rounded. */
static word denormalize(circuits *c, word exponent, lit below, word significand) {
    word one = word_constant(c, exponent.n, 1);
    word by = word_mask(c, word_sub(c, one, exponent), below);
    return word_lshr_sticky(c, significand, word_slice(by, 0, by.n - 1));
}

word float_round_pack(circuits *c, float_format f, const modes *m, lit sign, word exponent,
                      word significand, bool may_underflow) {
    assert_debug(lit_node(sign) < c->graph->nodes.size);
    aig *g = c->graph;
    word s = float_squeeze(c, significand, f.sb + 2), zero = word_constant(c, exponent.n, 0);
    lit below = may_underflow ? word_sle(c, exponent, zero) : LIT_FALSE;
    if (may_underflow) s = denormalize(c, exponent, below, s);
    word most = word_constant(c, exponent.n, ((uint64_t)1 << f.eb) - 1);
    lit huge = aig_and(g, lit_not(below), word_sle(c, most, exponent));
    return float_pack(c, f, m, sign, word_mask(c, exponent, lit_not(below)), huge, s);
}

word float_special(circuits *c, float_format f, lit nan, lit inf, lit zero, lit sign, word finite) {
    assert_debug(finite.n == f.eb + f.sb);
    aig *g = c->graph;
    word r = word_new(c, f.eb + f.sb);
    lit ones = aig_or(g, nan, inf), plain = lit_not(aig_or(g, ones, zero));
    for (uint32_t i = 0; i + 1 < r.n; i++) r.bit[i] = aig_and(g, finite.bit[i], plain);
    for (uint32_t i = f.sb - 1; i + 1 < r.n; i++) r.bit[i] = aig_or(g, r.bit[i], ones);
    r.bit[f.sb - 2] = aig_or(g, r.bit[f.sb - 2], nan);
    r.bit[r.n - 1] = aig_and(g, sign, lit_not(nan));
    return r;
}
