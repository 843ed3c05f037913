/* Rounding to integral floats, and conversions between formats and from and to bit-vectors. */
#include "solver/float_internal.h"

/* ---- to an integral float ---- */

/* What comes below the units place, by the exponent field: unit[k] says that bit k of the magnitude
 * is that place. */
typedef struct {
    word unit, below;
} unit_places;

static unit_places units_place(circuits *c, float_format f, word exponent) {
    unit_places p = {word_fill(c, f.sb, LIT_FALSE), word_fill(c, f.sb, LIT_FALSE)};
    uint64_t bias = float_bias(f), special = ((uint64_t)1 << f.eb) - 1;
    for (uint32_t k = f.sb - 1; k > 0; k--) {
        uint64_t field = bias + f.sb - 1 - k;
        if (field < special) p.unit.bit[k] = word_equal(c, exponent, word_constant(c, f.eb, field));
        p.below.bit[k - 1] = aig_or(c->graph, p.below.bit[k], p.unit.bit[k]);
    }
    return p;
}

/* |a| >= 1: clear what is below the units place and add a unit there where that rounds up. */
static word round_large(circuits *c, float_format f, const modes *m, word a) {
    aig *g = c->graph;
    word magnitude = float_magnitude(f, a);
    unit_places p = units_place(c, f, float_exponent(f, a));
    lit guard = LIT_FALSE, sticky = LIT_FALSE, odd = p.unit.bit[f.sb - 1];
    for (uint32_t k = 0; k + 1 < f.sb; k++) {
        lit bit = magnitude.bit[k];
        odd = aig_or(g, odd, aig_and(g, p.unit.bit[k], bit));
        guard = aig_or(g, guard, aig_and(g, p.unit.bit[k + 1], bit));
        sticky = aig_or(g, sticky, aig_and(g, p.below.bit[k + 1], bit));
    }
    lit up = float_rounds_up(c, m, word_top(a), odd, guard, sticky);
    word kept = word_concat(c, magnitude, word_slice(magnitude, 0, 0));
    for (uint32_t k = 0; k + 1 < f.sb; k++)
        kept.bit[k] = aig_and(g, kept.bit[k], lit_not(p.below.bit[k]));
    word unit = word_zext(c, word_mask(c, p.unit, up), kept.n);
    return word_add(c, kept, unit, LIT_FALSE, NULL);
}

/* |a| < 1: zero or one. With two exponent bits the subnormals reach beyond a half. */
static word round_small(circuits *c, float_format f, const modes *m, word a) {
    aig *g = c->graph;
    uint64_t bias = float_bias(f);
    word fraction = float_fraction(f, a), exponent = float_exponent(f, a);
    lit half =
        bias > 1 ? word_equal(c, exponent, word_constant(c, f.eb, bias - 1)) : word_top(fraction);
    word rest = bias > 1 ? fraction : word_slice(fraction, 0, fraction.n - 1);
    lit some = bias > 1 ? aig_and(g, lit_not(half), word_any(c, exponent)) : LIT_FALSE;
    lit up =
        float_rounds_up(c, m, word_top(a), LIT_FALSE, half, aig_or(g, word_any(c, rest), some));
    word one = word_constant(c, f.eb, bias);
    return word_mask(c, word_concat(c, one, word_fill(c, f.sb - 1, LIT_FALSE)), up);
}

word float_round(circuits *c, float_format f, word rm, word a) {
    assert_debug(a.n == f.eb + f.sb);
    modes m = float_modes(c, rm);
    lit small = word_ult(c, float_exponent(f, a), word_constant(c, f.eb, float_bias(f)));
    word r = word_ite(c, small, round_small(c, f, &m, a), round_large(c, f, &m, a));
    return word_concat(c, word_fill(c, 1, word_top(a)), r);
}

/* ---- between formats ---- */

word float_convert(circuits *c, float_format from, float_format to, word rm, word a) {
    assert_debug(a.n == from.eb + from.sb);
    modes m = float_modes(c, rm);
    operand x = float_unpack_normal(c, from, a);
    uint32_t w =
        exponent_width(from) > exponent_width(to) ? exponent_width(from) : exponent_width(to);
    int64_t shift = (int64_t)float_bias(to) - (int64_t)float_bias(from),
            least = 2 - (int64_t)from.sb + shift;
    word by = word_sext(c, word_constant(c, 64, (uint64_t)shift), w + 1);
    word exponent = word_add(c, word_sext(c, x.exponent, w + 1), by, LIT_FALSE, NULL);
    word finite = float_round_pack(c, to, &m, x.sign, exponent, x.significand, least < 1);
    return float_special(c, to, x.nan, x.inf, x.zero, x.sign, finite);
}

/* ---- integers ---- */

static uint32_t wide_enough(float_format f, uint32_t n) {
    uint32_t digits = bits_for(n);
    return (f.eb > digits ? f.eb : digits) + 3;
}

word float_from_integer(circuits *c, float_format f, word rm, word a, bool is_signed) {
    assert_debug(a.n >= 1);
    modes m = float_modes(c, rm);
    lit sign = is_signed ? word_top(a) : LIT_FALSE;
    uint32_t w = wide_enough(f, a.n);
    word count, normal = word_normalize(c, is_signed ? word_abs(c, a) : a, &count);
    word exponent =
        word_sub(c, word_constant(c, w, float_bias(f) + a.n - 1), word_zext(c, count, w));
    word finite = float_round_pack(c, f, &m, sign, exponent, normal, false);
    return float_special(c, f, LIT_FALSE, LIT_FALSE, lit_not(word_any(c, a)), sign, finite);
}

/* Does the rounded magnitude (n + 2 bits) fit? */
static lit fits(circuits *c, word magnitude, uint32_t n, lit sign, bool is_signed) {
    aig *g = c->graph;
    if (!is_signed)
        return aig_and(g, lit_not(sign), lit_not(word_any(c, word_slice(magnitude, n, 2))));
    lit low = lit_not(word_any(c, word_slice(magnitude, n - 1, 3)));
    lit least = aig_and(g, sign, magnitude.bit[n - 1]);
    least = aig_and(g, least, lit_not(word_any(c, word_slice(magnitude, n, 2))));
    least = aig_and(g, least, lit_not(word_any(c, word_slice(magnitude, 0, n - 1))));
    return aig_or(g, low, least);
}

word float_to_integer(circuits *c, float_format f, word rm, word a, uint32_t width,
                      bool is_signed) {
    assert_debug(a.n == f.eb + f.sb);
    assert_debug(width >= 1);
    aig *g = c->graph;
    modes m = float_modes(c, rm);
    operand x = float_unpack(c, f, a);
    uint32_t w = wide_enough(f, width);
    word exponent = word_zext(c, float_exponent(f, a), w),
         most = word_constant(c, w, width + float_bias(f));
    exponent.bit[0] = aig_or(g, exponent.bit[0], lit_not(word_any(c, float_exponent(f, a))));
    lit over = word_ult(c, most, exponent);
    word s = float_squeeze(c, x.significand, width + 3);
    s = word_lshr_sticky(c, s, word_sub(c, most, exponent)); /* the units place is bit 2 */
    lit up = float_rounds_up(c, &m, x.sign, s.bit[2], s.bit[1], s.bit[0]);
    word magnitude = word_increment(c, word_zext(c, word_slice(s, 2, width + 1), width + 2), up);
    lit good = aig_and(g, fits(c, magnitude, width, x.sign, is_signed), lit_not(over));
    good = aig_and(g, good, lit_not(aig_or(g, x.nan, x.inf)));
    return word_mask(c, word_negate_if(c, word_slice(magnitude, 0, width), x.sign), good);
}
