/* Quotients, square roots and remainders: one digit of the result a step. */
#include "solver/float_internal.h"
#include "term/term.h"

/* a / b for significands with top bit 1: digits before and after the point, the last one sticky. */
static word quotient(circuits *c, word a, word b, uint32_t digits) {
    uint32_t n = a.n + 1;
    word q = word_new(c, digits + 1), rest = word_zext(c, a, n),
         minus = word_not(c, word_zext(c, b, n));
    for (uint32_t i = digits; i > 0; i--) {
        lit fits;
        word less = word_add(c, rest, minus, LIT_TRUE, &fits);
        q.bit[i] = fits;
        rest = word_ite(c, fits, less,
                        rest); /* less than b, so the top bit is 0 and the shift loses nothing */
        rest = word_concat(c, word_slice(rest, 0, n - 1), word_fill(c, 1, LIT_FALSE));
    }
    q.bit[0] = word_any(c, rest);
    return q;
}

word float_div(circuits *c, float_format f, word rm, word a, word b) {
    assert_debug(a.n == f.eb + f.sb && b.n == a.n);
    aig *g = c->graph;
    modes m = float_modes(c, rm);
    operand x = float_unpack_normal(c, f, a), y = float_unpack_normal(c, f, b);
    lit sign = aig_xor(g, x.sign, y.sign);
    lit nan = aig_or(g, aig_or(g, x.nan, y.nan),
                     aig_or(g, aig_and(g, x.inf, y.inf), aig_and(g, x.zero, y.zero)));
    lit inf = aig_or(g, x.inf, y.zero), zero = aig_or(g, x.zero, y.inf);
    word q = quotient(c, x.significand, y.significand, f.sb + 2);
    lit low = lit_not(word_top(q)); /* below one: one place to the left */
    word up = word_concat(c, word_slice(q, 0, q.n - 1), word_fill(c, 1, LIT_FALSE));
    word exponent = word_add(c, x.exponent, word_not(c, y.exponent), lit_not(low), NULL);
    exponent = word_add(c, exponent, word_constant(c, exponent.n, float_bias(f)), LIT_FALSE, NULL);
    word finite = float_round_pack(c, f, &m, sign, exponent, word_ite(c, low, up, q), true);
    return float_special(c, f, nan, inf, aig_and(g, zero, lit_not(nan)), sign, finite);
}

/* The square root of a number of `2 * digits` bits with one of its two top bits set; `digits`
 * digits and a sticky bit. */
static word root(circuits *c, word a, uint32_t digits) {
    word q = word_new(c, 0), rest = word_new(c, 0);
    for (uint32_t i = digits; i-- > 0;) {
        uint32_t n = q.n + 2;
        rest = word_zext(c, word_concat(c, rest, word_slice(a, 2 * i, 2)), n + 1);
        word trial = word_concat(c, q, word_constant(c, 2, 1)); /* 4 q + 1 */
        lit fits;
        word less = word_add(c, rest, word_not(c, word_zext(c, trial, n + 1)), LIT_TRUE, &fits);
        rest = word_slice(word_ite(c, fits, less, rest), 0,
                          n); /* at most 2 q' + ... : n bits hold it */
        q = word_concat(c, q, word_fill(c, 1, fits));
    }
    return word_concat(c, q, word_fill(c, 1, word_any(c, rest)));
}

word float_sqrt(circuits *c, float_format f, word rm, word a) {
    assert_debug(a.n == f.eb + f.sb);
    aig *g = c->graph;
    modes m = float_modes(c, rm);
    operand x = float_unpack_normal(c, f, a);
    uint32_t digits = f.sb + 1, w = x.exponent.n;
    word power = word_sub(c, x.exponent, word_constant(c, w, float_bias(f)));
    word s = float_squeeze(c, x.significand, 2 * digits - 1);
    word even = word_concat(c, word_fill(c, 1, LIT_FALSE), s),
         odd = word_concat(c, s, word_fill(c, 1, LIT_FALSE));
    word q = root(c, word_ite(c, power.bit[0], odd, even), digits);
    word half = word_sext(c, word_slice(power, 1, w - 1), w);
    word exponent = word_add(c, half, word_constant(c, w, float_bias(f)), LIT_FALSE, NULL);
    lit nan = aig_or(g, x.nan, aig_and(g, x.sign, lit_not(x.zero)));
    bool tiny = float_bias(f) < f.sb; /* only then can the root of a subnormal be subnormal */
    word finite = float_round_pack(c, f, &m, LIT_FALSE, exponent, q, tiny);
    return float_special(c, f, nan, aig_and(g, x.inf, lit_not(nan)), x.zero,
                         aig_and(g, x.sign, x.zero), finite);
}

/* ---- IEEE remainder ---- */

typedef struct {
    word rest;
    lit odd;
} division;

/* In units of half the divisor's last place: as many steps as the exponents differ, plus one.
 * `steps` is signed; at most `most` steps are taken. rest < 2 y throughout. */
static division long_division(circuits *c, word x, word y, word steps, uint64_t most) {
    aig *g = c->graph;
    uint32_t n = x.n + 2;
    word minus = word_not(c, word_zext(c, word_concat(c, y, word_fill(c, 1, LIT_FALSE)), n));
    division d = {word_zext(c, x, n), LIT_FALSE};
    for (uint64_t i = most; i > 0; i--) {
        lit active = word_sle(c, word_constant(c, steps.n, i), steps), fits;
        word doubled = word_concat(c, word_slice(d.rest, 0, n - 1), word_fill(c, 1, LIT_FALSE));
        word less = word_add(c, doubled, minus, LIT_TRUE, &fits);
        d.rest = word_ite(c, active, word_ite(c, fits, less, doubled), d.rest);
        d.odd = aig_ite(g, active, fits, d.odd);
    }
    return d;
}

word float_rem(circuits *c, float_format f, word a, word b) {
    assert_debug(a.n == f.eb + f.sb && b.n == a.n);
    aig *g = c->graph;
    operand x = float_unpack_normal(c, f, a), y = float_unpack_normal(c, f, b);
    uint32_t w = x.exponent.n;
    word steps =
        word_add(c, word_sub(c, x.exponent, y.exponent), word_constant(c, w, 1), LIT_FALSE, NULL);
    uint64_t most = ((uint64_t)1 << f.eb) - 2 + f.sb;
    division d = long_division(c, x.significand, y.significand, steps, most);
    word half = word_zext(c, y.significand, d.rest.n); /* half of the divisor in these units */
    lit tie = aig_and(g, word_equal(c, d.rest, half), d.odd);
    lit up = aig_or(g, tie, word_ult(c, half, d.rest));
    word twice = word_concat(c, word_slice(half, 0, half.n - 1), word_fill(c, 1, LIT_FALSE));
    word magnitude = word_ite(c, up, word_sub(c, twice, d.rest), d.rest);
    word count, normal = word_normalize(c, word_slice(magnitude, 0, f.sb + 1), &count);
    word exponent = word_sub(c, y.exponent, word_zext(c, count, w));
    modes m = float_modes(c, word_constant(c, 3, RNE)); /* exact: no mode matters */
    lit zero = lit_not(word_any(c, magnitude)),
        sign = aig_xor(g, x.sign, aig_and(g, up, lit_not(zero)));
    word finite = float_round_pack(c, f, &m, sign, exponent, normal, true);
    lit nan = aig_or(g, aig_or(g, x.nan, y.nan), aig_or(g, x.inf, y.zero));
    word r = float_special(c, f, LIT_FALSE, LIT_FALSE, zero, sign, finite);
    lit itself = aig_or(g, aig_or(g, y.inf, x.zero), word_top(steps)); /* |x| < |y| / 2 */
    r = word_ite(c, itself, a, r);
    return float_special(c, f, nan, LIT_FALSE, LIT_FALSE, word_top(r), r);
}
