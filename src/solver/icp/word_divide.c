/* Backward contractors of products, shifts, quotients and remainders of words: z = x op y.
 *
 * Bounds are computed in integers of 128 bits, so nothing wraps here. Division by zero and shifts
 * by the width or more are as in SMT-LIB: a quotient by zero is all ones (signed: 1 or -1), a
 * remainder the dividend; what is shifted out is gone. */
#include "base/wide.h"
#include "solver/icp/internal.h"

typedef struct {
    icp_solver *s;
    uint32_t node, width;
    range x, y, z;
} word_division;

static wide at_least(wide a, wide b) { return a < b ? b : a; }
static wide at_most(wide a, wide b) { return a > b ? b : a; }
static wide magnitude(wide a) { return a < 0 ? -a : a; }
static wide floor_div(wide a, wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static wide ceil_div(wide a, wide b) { return -floor_div(-a, b); }

/* Products that are too large for any bound are anyway. */
static wide product(wide a, wide b) {
    const wide huge = (wide)1 << 100;
    assert(a >= 0 && b >= 0);
    return a && b > huge / a ? huge : a * b;
}

/* The argument, unsigned (signed), lies between these integers. */
static bool narrow_unsigned(word_division *d, uint32_t arg, wide lo, wide hi) {
    lo = at_least(lo, 0);
    hi = at_most(hi, (wide)bv_mask(d->width));
    if (lo > hi) return word_fail(d->s, d->node);
    range to = range_bv_unsigned(d->width, (uint64_t)lo, (uint64_t)hi);
    return word_narrow(d->s, d->node, arg, &to);
}
static bool narrow_signed(word_division *d, uint32_t arg, wide lo, wide hi) {
    lo = at_least(lo, bv_min(d->width));
    hi = at_most(hi, bv_max(d->width));
    if (lo > hi) return word_fail(d->s, d->node);
    range to = range_bv_signed(d->width, (int64_t)lo, (int64_t)hi);
    return word_narrow(d->s, d->node, arg, &to);
}

static bool narrow_bits(word_division *d, uint32_t arg, uint64_t zeros, uint64_t ones) {
    range to = range_bv_top(d->width);
    to.zeros = zeros & bv_mask(d->width);
    to.ones = ones & bv_mask(d->width);
    range_bv_normalize(&to);
    return word_narrow(d->s, d->node, arg, &to);
}

/* ---- products ---- */

/* Where no product wraps, unsigned. */
static bool factor_unsigned(word_division *d, uint32_t arg, const range *x, const range *y) {
    if ((unsigned __int128)x->uhi * y->uhi > bv_mask(d->width)) return true;
    if (!y->uhi) return true;
    wide lo = ceil_div((wide)d->z.ulo, (wide)y->uhi),
         hi = y->ulo ? (wide)(d->z.uhi / y->ulo) : (wide)bv_mask(d->width);
    return narrow_unsigned(d, arg, lo, hi);
}

/* Where no product with the constant wraps, signed. */
static bool factor_signed(word_division *d, uint32_t arg, const range *x, int64_t c) {
    wide a = (wide)x->slo * c, b = (wide)x->shi * c;
    if (at_most(a, b) < bv_min(d->width) || at_least(a, b) > bv_max(d->width)) return true;
    wide from = c > 0 ? d->z.slo : d->z.shi, to = c > 0 ? d->z.shi : d->z.slo;
    return narrow_signed(d, arg, ceil_div(from, c), floor_div(to, c));
}

static bool backward_product(word_division *d) {
    if (d->s->graph.nodes.data[d->node].args != 2) return true;
    for (uint32_t arg = 0; arg < 2; arg++) {
        const range *x = arg ? &d->y : &d->x, *y = arg ? &d->x : &d->y;
        if (!factor_unsigned(d, arg, x, y)) return false;
        if (y->ulo != y->uhi || !y->ulo) continue;
        if (!factor_signed(d, arg, x, bv_signed(d->width, y->ulo))) return false;
        if (y->ulo != bv_mask(d->width)) continue;
        range minus = range_bv_neg(&d->z); /* whatever wraps */
        if (!word_narrow(d->s, d->node, arg, &minus)) return false;
    }
    return true;
}

/* ---- shifts ---- */

static uint32_t lowest_one(uint64_t ones, uint32_t width) {
    return ones ? (uint32_t)__builtin_ctzll(ones) : width;
}

static bool backward_left(word_division *d) {
    uint32_t w = d->width;
    if (d->z.ulo && !narrow_unsigned(d, 1, 0, w - 1)) return false;
    if (d->z.ones && !narrow_unsigned(d, 1, 0, lowest_one(d->z.ones, w))) return false;
    if (d->y.uhi >= w) return true;
    uint32_t least = (uint32_t)d->y.ulo, most = (uint32_t)d->y.uhi;
    if (least == most) {
        uint64_t rest = bv_mask(w) >> least;
        if (!narrow_bits(d, 0, d->z.zeros >> least & rest, d->z.ones >> least & rest)) return false;
    }
    if (d->x.uhi > bv_mask(w) >> most) return true;
    return narrow_unsigned(d, 0, ceil_div((wide)d->z.ulo, (wide)1 << most),
                           (wide)(d->z.uhi >> least));
}

/* How far a number at least as large as `from` is shifted to be at most `to`. */
static uint32_t least_shift(uint64_t from, uint64_t to, uint32_t width) {
    uint32_t n = 0;
    while (n < width && from >> n > to) n++;
    return n;
}

static bool backward_right(word_division *d) {
    uint32_t w = d->width;
    uint32_t least = least_shift(d->x.ulo, d->z.uhi, w), most = w;
    if (least && !narrow_unsigned(d, 1, least, (wide)bv_mask(w))) return false;
    if (d->z.ulo) {
        most = least_shift(d->x.uhi, d->z.ulo - 1, w); /* the first that is too far */
        if (!most) return word_fail(d->s, d->node);
        if (!narrow_unsigned(d, 1, 0, most - 1)) return false;
    }
    if (d->y.uhi >= w) return !d->z.ulo || narrow_unsigned(d, 0, (wide)d->z.ulo, (wide)bv_mask(w));
    uint32_t n = (uint32_t)d->y.ulo, m = (uint32_t)d->y.uhi;
    if (n == m && !narrow_bits(d, 0, d->z.zeros << n, d->z.ones << n)) return false;
    return narrow_unsigned(d, 0, product((wide)d->z.ulo, (wide)1 << n),
                           product((wide)d->z.uhi + 1, (wide)1 << m) - 1);
}

static bool backward_arithmetic(word_division *d) {
    uint32_t last = d->width - 1, n = d->y.ulo < last ? (uint32_t)d->y.ulo : last,
             m = d->y.uhi < last ? (uint32_t)d->y.uhi : last;
    wide lo = d->z.slo, hi = (wide)d->z.shi + 1;
    if (n == m && n == d->y.ulo && !narrow_bits(d, 0, d->z.zeros << n, d->z.ones << n))
        return false;
    lo *= (wide)1 << (lo < 0 ? m : n);
    hi *= (wide)1 << (hi > 0 ? m : n);
    return narrow_signed(d, 0, lo, hi - 1);
}

/* ---- unsigned quotients and remainders ---- */

static bool backward_udiv(word_division *d) {
    wide top = (wide)bv_mask(d->width), zl = (wide)d->z.ulo, zh = (wide)d->z.uhi;
    if (zh == top && !d->y.ulo) return true; /* perhaps by zero */
    wide yl = at_least((wide)d->y.ulo, 1), yh = (wide)d->y.uhi;
    if (yl > yh) return narrow_unsigned(d, 1, 1, top);
    if (!narrow_unsigned(d, 0, product(zl, yl), product(zh, yh) + yh - 1)) return false;
    return narrow_unsigned(d, 1, (wide)d->x.ulo / (zh + 1) + 1, zl ? (wide)d->x.uhi / zl : top);
}

static bool backward_urem(word_division *d) {
    wide top = (wide)bv_mask(d->width), yl = at_least((wide)d->y.ulo, 1);
    bool is_dividend = (wide)d->x.uhi < (wide)d->z.ulo + yl, is_less = d->z.uhi < d->x.ulo;
    if (!narrow_unsigned(d, 0, (wide)d->z.ulo, top)) return false;
    if (is_dividend && !word_narrow(d->s, d->node, 0, &d->z)) return false;
    if (!d->y.ulo && !is_less) return true; /* perhaps by zero */
    return narrow_unsigned(d, 1, (wide)d->z.ulo + 1,
                           is_less ? (wide)d->x.uhi - (wide)d->z.ulo : top);
}

/* ---- signed ones ---- */

static wide least_magnitude(const range *a) {
    return a->slo > 0 ? a->slo : a->shi < 0 ? -(wide)a->shi : 0;
}
static wide most_magnitude(const range *a) {
    return at_least(magnitude(a->slo), magnitude(a->shi));
}

/* The sign of the divisor is known, and it is not 0. */
static bool one_sided(const range *y) { return y->slo > 0 || y->shi < 0; }

/* The dividend of a quotient between zl and zh by a positive divisor between yl and yh. */
static bool narrow_dividend(word_division *d, wide zl, wide zh, wide yl, wide yh) {
    wide lo = zl > 0 ? zl * yl : zl * yh - yh + 1, hi = zh < 0 ? zh * yl : zh * yh + yh - 1;
    return narrow_signed(d, 0, lo, hi);
}

static bool backward_sdiv(word_division *d) {
    const range *y = &d->y, *z = &d->z;
    bool positive = y->slo > 0;
    if (!one_sided(y)) return true;
    /* the least number by -1 is itself: the one quotient that wraps */
    bool wraps = !positive && y->shi == -1 && z->slo == bv_min(d->width);
    if (!wraps && !(positive ? narrow_dividend(d, z->slo, z->shi, y->slo, y->shi)
                             : narrow_dividend(d, -(wide)z->shi, -(wide)z->slo, -(wide)y->shi,
                                               -(wide)y->slo)))
        return false;
    wide least = least_magnitude(z);
    if (!least) return true;
    wide most = most_magnitude(&d->x) / least;
    return positive ? narrow_signed(d, 1, 1, most) : narrow_signed(d, 1, -most, -1);
}

/* The remainder has the sign of the dividend and is no further from 0. */
static bool backward_srem(word_division *d) {
    wide low = bv_min(d->width), high = bv_max(d->width), least = least_magnitude(&d->z);
    if (d->z.slo > 0 && !narrow_signed(d, 0, d->z.slo, high)) return false;
    if (d->z.shi < 0 && !narrow_signed(d, 0, low, d->z.shi)) return false;
    if (!one_sided(&d->y)) return true;
    if (most_magnitude(&d->x) < least_magnitude(&d->y) && !word_narrow(d->s, d->node, 0, &d->z))
        return false;
    return d->y.slo > 0 ? narrow_signed(d, 1, least + 1, high)
                        : narrow_signed(d, 1, low, -least - 1);
}

/* The remainder has the sign of the divisor. */
static bool backward_smod(word_division *d) {
    wide low = bv_min(d->width), high = bv_max(d->width);
    if (!one_sided(&d->y)) return true;
    bool positive = d->y.slo > 0;
    bool is_dividend =
        positive ? d->x.slo >= 0 && d->x.shi < d->y.slo : d->x.shi <= 0 && d->x.slo > d->y.shi;
    if (is_dividend && !word_narrow(d->s, d->node, 0, &d->z)) return false;
    return positive ? narrow_signed(d, 1, at_least((wide)d->z.slo, 0) + 1, high)
                    : narrow_signed(d, 1, low, at_most((wide)d->z.shi, 0) - 1);
}

bool word_backward_divided(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    const icp_node *n = &s->graph.nodes.data[node];
    word_division d = {s,
                       node,
                       n->width,
                       word_range(s, arg_of(s, n, 0)),
                       word_range(s, arg_of(s, n, 1)),
                       word_range(s, node)};
    switch (n->op) {
    case OP_BVMUL: return backward_product(&d);
    case OP_BVSHL: return backward_left(&d);
    case OP_BVLSHR: return backward_right(&d);
    case OP_BVASHR: return backward_arithmetic(&d);
    case OP_BVUDIV: return backward_udiv(&d);
    case OP_BVUREM: return backward_urem(&d);
    case OP_BVSDIV: return backward_sdiv(&d);
    case OP_BVSREM: return backward_srem(&d);
    case OP_BVSMOD: return backward_smod(&d);
    default: return true;
    }
}
