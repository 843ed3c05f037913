#include "solver/icp/span.h"

#include "base/vec.h"

#include <math.h>

bool span_before(double a, double b) { return a < b || (a == b && signbit(a) && !signbit(b)); }
static double least(double a, double b) { return span_before(b, a) ? b : a; }
static double greatest(double a, double b) { return span_before(a, b) ? b : a; }

/* What every operation is given and returns: bounds in order, where there are any. */
static bool in_order(span a) { return !a.number || !span_before(a.hi, a.lo); }

span span_top(void) { return (span){-INFINITY, INFINITY, true, true}; }
static span all_numbers(void) { return (span){-INFINITY, INFINITY, false, true}; }
static span only_nan(void) { return (span){0, 0, true, false}; }
static span nothing(void) { return (span){0, 0, false, false}; }
span span_numbers(double lo, double hi) {
    return span_before(hi, lo) ? nothing() : (span){lo, hi, false, true};
}
span span_point(double x) { return isnan(x) ? only_nan() : span_numbers(x, x); }
bool span_empty(span a) { return !a.nan && !a.number; }

bool span_is_point(span a, double *x) {
    if (a.nan == a.number || (a.number && span_before(a.lo, a.hi))) return false;
    *x = a.nan ? (double)NAN : a.lo;
    return true;
}

span span_join(span a, span b) {
    assert_debug(in_order(a) && in_order(b));
    bool nan = a.nan || b.nan;
    span out = !a.number   ? b
               : !b.number ? a
                           : span_numbers(least(a.lo, b.lo), greatest(a.hi, b.hi));
    out.nan = nan;
    return out;
}

span span_meet(span a, span b) {
    assert_debug(in_order(a) && in_order(b));
    bool nan = a.nan && b.nan;
    span out =
        !a.number || !b.number ? nothing() : span_numbers(greatest(a.lo, b.lo), least(a.hi, b.hi));
    out.nan = nan;
    return out;
}

bool span_within(span a, span b) {
    assert_debug(in_order(a) && in_order(b));
    if (a.nan && !b.nan) return false;
    return !a.number || (b.number && !span_before(a.lo, b.lo) && !span_before(b.hi, a.hi));
}

double span_next(enum span_format f, double x) {
    assert_debug(!isnan(x));
    return f == SPAN_SINGLE ? (double)nextafterf((float)x, INFINITY) : nextafter(x, INFINITY);
}
double span_previous(enum span_format f, double x) {
    assert_debug(!isnan(x));
    return f == SPAN_SINGLE ? (double)nextafterf((float)x, -INFINITY) : nextafter(x, -INFINITY);
}

/* ---- results of a rounding operation, collected ---- */

typedef struct {
    span_how how;
    span out;
} rounded_results;

static void collect(rounded_results *c, double x) {
    if (isnan(x)) c->out.nan = true;
    else c->out = span_join(c->out, span_point(x));
}

/* A mode other than to nearest even: at most one float away. */
static span settle(rounded_results *c) {
    span out = c->out;
    if (!out.number || c->how.mode == SPAN_NEAREST) return out;
    out.lo = span_previous(c->how.format, out.lo);
    out.hi = span_next(c->how.format, out.hi);
    return out;
}

/* ---- forwards ---- */

span span_neg(span a) {
    assert_debug(in_order(a));
    span out = a;
    if (a.number) out.lo = -a.hi, out.hi = -a.lo;
    return out;
}

span span_abs(span a) {
    assert_debug(in_order(a));
    if (!a.number || !signbit(a.lo)) return a;
    span out = a;
    out.lo = signbit(a.hi) ? -a.hi : 0.0;
    out.hi = signbit(a.hi) ? -a.lo : greatest(-a.lo, a.hi);
    return out;
}

static bool infinite(span a) { return a.number && (isinf(a.lo) || isinf(a.hi)); }
static bool has_zero(span a) { return a.number && a.lo <= 0 && a.hi >= 0; }

static double sum(enum span_format f, double a, double b) {
    return f == SPAN_SINGLE ? (double)((float)a + (float)b) : a + b;
}
static double product(enum span_format f, double a, double b) {
    return f == SPAN_SINGLE ? (double)((float)a * (float)b) : a * b;
}
static double quotient(enum span_format f, double a, double b) {
    return f == SPAN_SINGLE ? (double)((float)a / (float)b) : a / b;
}

/* A NaN at the lower (upper) corner: infinities of both signs met, everything is possible there. */
span span_add(span_how h, span a, span b) {
    assert_debug(in_order(a) && in_order(b));
    bool nan = a.nan || b.nan || (infinite(a) && infinite(b));
    if (!a.number || !b.number) return nan ? only_nan() : nothing();
    double lo = sum(h.format, a.lo, b.lo), hi = sum(h.format, a.hi, b.hi);
    rounded_results c = {h, nothing()};
    collect(&c, isnan(lo) ? (double)-INFINITY : lo);
    collect(&c, isnan(hi) ? (double)INFINITY : hi);
    c.out.nan = nan;
    return settle(&c);
}

span span_sub(span_how h, span a, span b) {
    assert_debug(in_order(a) && in_order(b));
    return span_add(h, a, span_neg(b));
}

/* 0 * inf at a corner: what is near it is 0, or as large as another corner. */
static void collect_corner(rounded_results *c, double x) {
    collect(c, x);
    if (!isnan(x)) return;
    collect(c, -0.0);
    collect(c, 0.0);
}

span span_mul(span_how h, span a, span b) {
    assert_debug(in_order(a) && in_order(b));
    rounded_results c = {h, nothing()};
    if (!a.number || !b.number) return a.nan || b.nan ? only_nan() : nothing();
    c.out.nan = a.nan || b.nan || (infinite(a) && has_zero(b)) || (infinite(b) && has_zero(a));
    collect_corner(&c, product(h.format, a.lo, b.lo));
    collect_corner(&c, product(h.format, a.lo, b.hi));
    collect_corner(&c, product(h.format, a.hi, b.lo));
    collect_corner(&c, product(h.format, a.hi, b.hi));
    return settle(&c);
}

/* No product of infinity and zero, and no sign. */
span span_square(span_how h, span a) {
    assert_debug(in_order(a));
    span x = span_abs(a);
    if (!x.number) return x;
    rounded_results c = {h, nothing()};
    collect(&c, product(h.format, x.lo, x.lo));
    collect(&c, product(h.format, x.hi, x.hi));
    c.out.nan = a.nan;
    span out = settle(&c);
    if (signbit(out.lo)) out.lo = 0.0;
    return out;
}

/* The part of a with (without) the sign bit. */
static span part(span a, bool negative) {
    span side = negative ? span_numbers(-INFINITY, -0.0) : span_numbers(0.0, INFINITY);
    return span_meet(a, side);
}

static void collect_quotients(rounded_results *c, span a, span b) {
    enum span_format f = c->how.format;
    if (!b.number) return;
    collect_corner(c, quotient(f, a.lo, b.lo));
    collect_corner(c, quotient(f, a.lo, b.hi));
    collect_corner(c, quotient(f, a.hi, b.lo));
    collect_corner(c, quotient(f, a.hi, b.hi));
}

span span_div(span_how h, span a, span b) {
    assert_debug(in_order(a) && in_order(b));
    rounded_results c = {h, nothing()};
    if (!a.number || !b.number) return a.nan || b.nan ? only_nan() : nothing();
    c.out.nan = a.nan || b.nan || (infinite(a) && infinite(b)) || (has_zero(a) && has_zero(b));
    collect_quotients(&c, a, part(b, true));
    collect_quotients(&c, a, part(b, false));
    return settle(&c);
}

/* The exact product at a corner, then the sum, once rounded: monotone in each argument. Infinities
 * are left aside. */
span span_fma(span_how h, span a, span b, span c) {
    assert_debug(in_order(a) && in_order(b) && in_order(c));
    if (!a.number || !b.number || !c.number)
        return a.nan || b.nan || c.nan ? only_nan() : nothing();
    if (infinite(a) || infinite(b) || infinite(c)) return span_top();
    double x[2] = {a.lo, a.hi}, y[2] = {b.lo, b.hi}, z[2] = {c.lo, c.hi};
    rounded_results all = {h, nothing()};
    for (int i = 0; i < 8; i++) {
        double p = x[i & 1], q = y[i >> 1 & 1], r = z[i >> 2];
        collect(&all, h.format == SPAN_SINGLE ? (double)fmaf((float)p, (float)q, (float)r)
                                              : fma(p, q, r));
    }
    all.out.nan = a.nan || b.nan || c.nan;
    span out = settle(&all);
    if (out.lo == 0) out.lo = -0.0;
    if (out.hi == 0) out.hi = 0.0;
    return out;
}

span span_sqrt(span_how h, span a) {
    assert_debug(in_order(a));
    rounded_results c = {h, nothing()};
    if (!a.number) return a;
    span root = span_meet(a, span_numbers(-0.0, INFINITY));
    bool negative = a.lo < 0;
    if (!root.number) return only_nan();
    collect(&c, h.format == SPAN_SINGLE ? (double)sqrtf((float)root.lo) : sqrt(root.lo));
    collect(&c, h.format == SPAN_SINGLE ? (double)sqrtf((float)root.hi) : sqrt(root.hi));
    c.out.nan = a.nan || negative;
    return settle(&c);
}

/* |remainder| is at most half of |b|, and no more than |a|. */
span span_rem(span a, span b) {
    assert_debug(in_order(a) && in_order(b));
    if (!a.number || !b.number) return a.nan || b.nan ? only_nan() : nothing();
    span x = span_abs(a), y = span_abs(b);
    double most = least(x.hi, y.hi);
    return (span){-most, most, a.nan || b.nan || infinite(a) || has_zero(b), true};
}

static double to_integral(enum span_mode m, double x, bool up) {
    switch (m) {
    case SPAN_NEAREST: return nearbyint(x);
    case SPAN_AWAY: return round(x);
    case SPAN_UP: return ceil(x);
    case SPAN_DOWN: return floor(x);
    case SPAN_TO_ZERO: return trunc(x);
    default: return up ? ceil(x) : floor(x);
    }
}

span span_integral(span_how h, span a) {
    assert_debug(in_order(a));
    if (!a.number) return a;
    span out = span_numbers(to_integral(h.mode, a.lo, false), to_integral(h.mode, a.hi, true));
    out.nan = a.nan;
    return out;
}

/* A NaN yields the other argument; which zero of two is left open. */
span span_minmax(bool min, span a, span b) {
    assert_debug(in_order(a) && in_order(b));
    span out = nothing();
    if (a.number && b.number)
        out = min ? span_numbers(least(a.lo, b.lo), least(a.hi, b.hi))
                  : span_numbers(greatest(a.lo, b.lo), greatest(a.hi, b.hi));
    if (a.nan) out = span_join(out, b);
    if (b.nan) out = span_join(out, a);
    if (out.number && out.lo == 0) out.lo = -0.0;
    if (out.number && out.hi == 0) out.hi = 0.0;
    out.nan = a.nan && b.nan;
    return out;
}

span span_convert(span_how h, enum span_format from, span a) {
    assert_debug(in_order(a));
    if (!a.number || h.format == from || h.format == SPAN_DOUBLE) return a;
    rounded_results c = {h, nothing()};
    collect(&c, (double)(float)a.lo);
    collect(&c, (double)(float)a.hi);
    c.out.nan = a.nan;
    return settle(&c);
}

/* The integer 0 becomes +0 in every mode. */
static span settle_whole(rounded_results *c) {
    span out = settle(c);
    if (c->out.lo == 0) out.lo = c->out.lo;
    if (c->out.hi == 0) out.hi = c->out.hi;
    return out;
}

span span_from_signed(span_how h, int64_t lo, int64_t hi) {
    assert_debug(lo <= hi);
    rounded_results c = {h, nothing()};
    collect(&c, h.format == SPAN_SINGLE ? (double)(float)lo : (double)lo);
    collect(&c, h.format == SPAN_SINGLE ? (double)(float)hi : (double)hi);
    return settle_whole(&c);
}

span span_from_unsigned(span_how h, uint64_t lo, uint64_t hi) {
    assert_debug(lo <= hi);
    rounded_results c = {h, nothing()};
    collect(&c, h.format == SPAN_SINGLE ? (double)(float)lo : (double)lo);
    collect(&c, h.format == SPAN_SINGLE ? (double)(float)hi : (double)hi);
    return settle_whole(&c);
}

bool span_to_integers(enum span_mode m, span a, double *lo, double *hi) {
    assert_debug(in_order(a));
    if (a.nan || !a.number) return false;
    *lo = to_integral(m, a.lo, false);
    *hi = to_integral(m, a.hi, true);
    return true;
}

/* ---- backwards ---- */

/* The reals that round into z. */
static span reals(span_how h, span z) {
    return (span){span_previous(h.format, z.lo), span_next(h.format, z.hi), false, true};
}

/* From real bounds, computed to nearest in doubles: one double outwards; then inwards to the
 * format, since the value is one of its floats. A bound that is NaN is none; zero has either sign.
 */
static double inward(enum span_format f, double x, bool up) {
    if (f == SPAN_DOUBLE) return x;
    double y = (double)(float)x;
    if (up && y < x) y = (double)nextafterf((float)x, INFINITY);
    if (!up && y > x) y = (double)nextafterf((float)x, -INFINITY);
    return y;
}

static span enclose(enum span_format f, double lo, double hi) {
    lo = isnan(lo) ? (double)-INFINITY : inward(f, nextafter(lo, -INFINITY), true);
    hi = isnan(hi) ? (double)INFINITY : inward(f, nextafter(hi, INFINITY), false);
    if (lo == 0) lo = -0.0;
    if (hi == 0) hi = 0.0;
    return span_numbers(lo, hi);
}

/* Bounds of four corners; none where one is NaN. */
static span enclose_corners(enum span_format f, const double *x) {
    double lo = x[0], hi = x[0];
    for (int i = 0; i < 4; i++) {
        if (isnan(x[i])) return all_numbers();
        lo = x[i] < lo ? x[i] : lo;
        hi = x[i] > hi ? x[i] : hi;
    }
    return enclose(f, lo, hi);
}

/* Where the result may be NaN nothing is known about the arguments. Where it must be, neither. */
static bool useless(span z, span other) { return z.nan || !z.number || !other.number; }

span span_addend_of(span_how h, span z, span other) {
    assert_debug(in_order(z) && in_order(other));
    if (useless(z, other)) return span_top();
    span s = reals(h, z);
    return enclose(h.format, s.lo - other.hi, s.hi - other.lo);
}

span span_minuend_of(span_how h, span z, span other) {
    assert_debug(in_order(z) && in_order(other));
    if (useless(z, other)) return span_top();
    return span_addend_of(h, z, span_neg(other));
}

span span_subtrahend_of(span_how h, span z, span first) {
    assert_debug(in_order(z) && in_order(first));
    if (useless(z, first)) return span_top();
    return span_neg(span_addend_of(h, z, first));
}

static span divided(enum span_format f, span a, span b) {
    return enclose_corners(f, (double[]){a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi});
}

span span_factor_of(span_how h, span z, span other) {
    assert_debug(in_order(z) && in_order(other));
    if (useless(z, other)) return span_top();
    if (has_zero(other)) return all_numbers();
    return divided(h.format, reals(h, z), other);
}

span span_root_of(span_how h, span z, span now) {
    assert_debug(in_order(z) && in_order(now));
    if (useless(z, now)) return span_top();
    span s = reals(h, z);
    if (s.hi < 0) return nothing();
    double hi = sqrt(s.hi), lo = s.lo > 0 ? sqrt(s.lo) : 0;
    if (now.lo >= 0 && s.lo > 0) return enclose(h.format, lo, hi);
    if (now.hi <= 0 && s.lo > 0) return enclose(h.format, -hi, -lo);
    return enclose(h.format, -hi, hi);
}

span span_dividend_of(span_how h, span z, span b) {
    assert_debug(in_order(z) && in_order(b));
    if (useless(z, b)) return span_top();
    span s = reals(h, z);
    return enclose_corners(h.format,
                           (double[]){s.lo * b.lo, s.lo * b.hi, s.hi * b.lo, s.hi * b.hi});
}

span span_divisor_of(span_how h, span z, span a) {
    assert_debug(in_order(z) && in_order(a));
    if (useless(z, a)) return span_top();
    span s = reals(h, z);
    if (has_zero(s)) return all_numbers();
    return divided(h.format, a, s);
}

span span_radicand_of(span_how h, span z) {
    assert_debug(in_order(z));
    if (z.nan) return span_top();
    if (!z.number) return nothing();
    span s = reals(h, z);
    if (s.hi < 0) return nothing();
    span out = enclose(h.format, s.lo > 0 ? s.lo * s.lo : 0, s.hi * s.hi);
    return span_meet(out, span_numbers(-0.0, INFINITY));
}

/* Real products of the numbers, in doubles: one double outwards. */
static span real_product(span a, span b) {
    double x[4] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
    return enclose_corners(SPAN_DOUBLE, x);
}

span span_fma_addend_of(span_how h, span z, span a, span b) {
    assert_debug(in_order(z) && in_order(a) && in_order(b));
    if (useless(z, a) || !b.number) return span_top();
    span s = reals(h, z), p = real_product(a, b);
    return enclose(h.format, s.lo - p.hi, s.hi - p.lo);
}

span span_fma_factor_of(span_how h, span z, span other, span addend) {
    assert_debug(in_order(z) && in_order(other) && in_order(addend));
    if (useless(z, other) || !addend.number) return span_top();
    if (has_zero(other)) return all_numbers();
    span s = reals(h, z);
    return divided(h.format, enclose(SPAN_DOUBLE, s.lo - addend.hi, s.hi - addend.lo), other);
}

/* Numbers of `now` at least (and at most) so far from zero. */
static span far_from_zero(double from, double to, span now) {
    span up = span_numbers(from, to), out;
    if (from == 0) out = span_meet(now, span_numbers(-to, to));
    else out = span_join(span_meet(up, now), span_meet(span_neg(up), now));
    out.nan = false;
    return out;
}

static double nearest_to_zero(span a) { return has_zero(a) ? 0 : span_abs(a).lo; }

/* No remainder is further from zero than the dividend, which is finite; a dividend of at most half
 * the divisor is the remainder, with its sign. */
span span_rem_dividend_of(enum span_format f, span z, span now, span divisor) {
    assert_debug(in_order(z) && in_order(now) && in_order(divisor));
    if (useless(z, divisor) || !now.number) return span_top();
    double farthest = span_abs(now).hi;
    if (2 * farthest <= nearest_to_zero(divisor)) return z;
    return far_from_zero(nearest_to_zero(z), span_previous(f, INFINITY), now);
}

/* A remainder is at most half the divisor, which is not zero. */
span span_rem_divisor_of(enum span_format f, span z, span now) {
    assert_debug(in_order(z) && in_order(now));
    if (useless(z, now)) return span_top();
    double least_size = inward(f, 2 * nearest_to_zero(z), true), smallest = span_next(f, 0);
    return far_from_zero(least_size > smallest ? least_size : smallest, INFINITY, now);
}

/* Where the other argument cannot be the result, this one is. Which of two zeros is the result is
 * left open; NaN yields to the other argument. */
span span_minmax_of(bool min, span z, span other) {
    assert_debug(in_order(z) && in_order(other));
    if (!z.number) return z;
    span result = span_numbers(z.lo == 0 ? -0.0 : z.lo, z.hi == 0 ? 0.0 : z.hi);
    bool other_can = span_meet(result, other).number;
    span out = !other_can ? result
               : min      ? span_numbers(result.lo, INFINITY)
                          : span_numbers(-INFINITY, result.hi);
    out.nan = other_can || (z.nan && other.nan);
    return out;
}

span span_abs_of(span z, span now) {
    assert_debug(in_order(z) && in_order(now));
    if (!z.number) return z;
    span up = span_meet(z, span_numbers(0.0, INFINITY)), down = span_neg(up);
    span out = span_join(span_meet(up, now), span_meet(down, now));
    out.nan = z.nan;
    return out;
}

span span_integral_of(enum span_format f, span z) {
    assert_debug(in_order(z));
    if (!z.number) return z;
    span out = enclose(f, z.lo - 1, z.hi + 1);
    out.nan = z.nan;
    return out;
}

span span_convert_of(span_how h, enum span_format from, span z) {
    assert_debug(in_order(z));
    if (!z.number || h.format == from) return z;
    span out = h.format == SPAN_SINGLE ? reals(h, z)
                                       : (span){inward(SPAN_SINGLE, z.lo, true),
                                                inward(SPAN_SINGLE, z.hi, false), false, true};
    if (out.lo == 0) out.lo = -0.0;
    if (out.hi == 0) out.hi = 0.0;
    if (span_before(out.hi, out.lo)) out = nothing();
    out.nan = z.nan;
    return out;
}
