/* Floats of the boxes backend: the processor's own arithmetic at the ends of intervals. Rounding to
 * nearest is monotone, so these are the ends of the result. */
#include "solver/boxes_internal.h"

#include <math.h>

/* ---- floats in their order ---- */

double float_at(int64_t n, bool single) {
    uint64_t magnitude = (uint64_t)(n < 0 ? -n : n);
    double d;
    if (single) {
        uint32_t low = (uint32_t)magnitude;
        float f;
        memcpy(&f, &low, sizeof f);
        d = (double)f;
    } else memcpy(&d, &magnitude, sizeof d);
    return n < 0 ? -d : d;
}

int64_t float_place(double d, bool single) {
    double size = fabs(d);
    int64_t n;
    if (single) {
        float f = (float)size;
        int32_t low;
        memcpy(&low, &f, sizeof low);
        n = low;
    } else memcpy(&n, &size, sizeof n);
    return d < 0 ? -n : n;
}

static int64_t last_in_order(bool single) { return single ? 0x7f800000 : 0x7ff0000000000000; }

/* ---- intervals ---- */

value_set float_any(void) {
    return (value_set){.nan = true, .number = true, .lo = -INFINITY, .hi = INFINITY};
}
value_set float_numbers(double lo, double hi, bool nan) {
    return (value_set){.nan = nan, .number = true, .lo = lo, .hi = hi};
}
static value_set only_nan(void) { return (value_set){.nan = true}; }
static bool holds_zero(const value_set *a) { return a->lo <= 0 && a->hi >= 0; }
static bool holds_infinity(const value_set *a) { return isinf(a->lo) || isinf(a->hi); }

static double compute(enum op op, bool single, double x, double y) {
    float f = (float)x, g = (float)y;
    switch (op) {
    case OP_FP_ADD: return single ? (double)(f + g) : x + y;
    case OP_FP_SUB: return single ? (double)(f - g) : x - y;
    case OP_FP_MUL: return single ? (double)(f * g) : x * y;
    default: return single ? (double)(f / g) : x / y;
    }
}

/* The hull of the results at the corners; where one is NaN, results near it are between 0 and the
 * other corners. */
static value_set corners(enum op op, bool single, const value_set *a, const value_set *b,
                         bool nan) {
    const double x[] = {a->lo, a->hi}, y[] = {b->lo, b->hi};
    value_set r = float_numbers(INFINITY, -INFINITY, nan);
    for (int i = 0; i < 4; i++) {
        double z = compute(op, single, x[i & 1], y[i >> 1]);
        if (isnan(z)) z = 0;
        r.lo = fmin(r.lo, z);
        r.hi = fmax(r.hi, z);
    }
    return r;
}

static value_set add(enum op op, bool single, const value_set *a, const value_set *b) {
    value_set other = op == OP_FP_SUB ? float_numbers(-b->hi, -b->lo, b->nan) : *b;
    double lo = compute(OP_FP_ADD, single, a->lo, other.lo),
           hi = compute(OP_FP_ADD, single, a->hi, other.hi);
    bool opposite = (a->hi == INFINITY && other.lo == -INFINITY) ||
                    (a->lo == -INFINITY && other.hi == INFINITY);
    return float_numbers(isnan(lo) ? -INFINITY : lo, isnan(hi) ? INFINITY : hi,
                         opposite || a->nan || b->nan);
}

static value_set multiply(bool single, const value_set *a, const value_set *b, bool square) {
    bool undefined =
        !square && ((holds_zero(a) && holds_infinity(b)) || (holds_infinity(a) && holds_zero(b)));
    value_set r = corners(OP_FP_MUL, single, a, b, undefined || a->nan || b->nan);
    if (square)
        r.lo = holds_zero(a) ? 0
                             : fmin(compute(OP_FP_MUL, single, a->lo, a->lo),
                                    compute(OP_FP_MUL, single, a->hi, a->hi));
    return r;
}

static value_set divide(bool single, const value_set *a, const value_set *b) {
    if (holds_zero(b)) return float_any();
    return corners(OP_FP_DIV, single, a, b,
                   (holds_infinity(a) && holds_infinity(b)) || a->nan || b->nan);
}

static value_set square_root(bool single, const value_set *a) {
    if (a->hi < 0) return only_nan();
    double lo = a->lo < 0 ? 0 : a->lo;
    return single ? float_numbers((double)sqrtf((float)lo), (double)sqrtf((float)a->hi),
                                  a->nan || a->lo < 0)
                  : float_numbers(sqrt(lo), sqrt(a->hi), a->nan || a->lo < 0);
}

static value_set arithmetic(const box_term *x, const value_set *a, const value_set *b,
                            bool square) {
    if (!a->number || (b && !b->number)) return only_nan();
    if (x->mode != RNE) return float_any();
    switch (x->op) {
    case OP_FP_ADD:
    case OP_FP_SUB: return add(x->op, x->width == 32, a, b);
    case OP_FP_MUL: return multiply(x->width == 32, a, b, square);
    case OP_FP_DIV: return divide(x->width == 32, a, b);
    default: return square_root(x->width == 32, a);
    }
}

static double rounded(double d, uint8_t mode) {
    switch (mode) {
    case RTZ: return trunc(d);
    case RTP: return ceil(d);
    case RTN: return floor(d);
    case RNA: return round(d);
    default: return rint(d);
    }
}

static value_set negate(const value_set *a) {
    return a->number ? float_numbers(-a->hi, -a->lo, a->nan) : *a;
}

static value_set absolute(const value_set *a) {
    if (!a->number || a->lo >= 0) return *a;
    if (a->hi <= 0) return negate(a);
    return float_numbers(0, fmax(-a->lo, a->hi), a->nan);
}

/* To a narrower format to nearest; a wider one has every number. */
static value_set convert(const box_term *x, bool from_single, const value_set *a) {
    if (!a->number) return *a;
    if (x->width != 32 || from_single) return *a;
    return x->mode == RNE ? float_numbers((double)(float)a->lo, (double)(float)a->hi, a->nan)
                          : float_any();
}

/* ---- truth ---- */

static value_set compare(enum op op, const value_set *a, const value_set *b) {
    if (!a->number || !b->number) return set_truth(false, true);
    bool nan = a->nan || b->nan;
    switch (op) {
    case OP_FP_LT: return set_truth(a->lo < b->hi, nan || a->hi >= b->lo);
    case OP_FP_LE: return set_truth(a->lo <= b->hi, nan || a->hi > b->lo);
    default:
        return set_truth(a->lo <= b->hi && b->lo <= a->hi,
                         nan || a->lo != a->hi || b->lo != b->hi || a->lo != b->lo);
    }
}

/* The equation of SMT-LIB: NaN equals NaN, the zeros differ. */
static value_set same_float(const value_set *a, const value_set *b) {
    bool meet = a->number && b->number && a->lo <= b->hi && b->lo <= a->hi;
    bool one = meet && !a->nan && !b->nan && a->lo == a->hi && b->lo == b->hi && a->lo == b->lo &&
               a->lo != 0;
    return set_truth(meet || (a->nan && b->nan), !one);
}

static value_set classify(enum op op, const value_set *a) {
    if (op == OP_FP_IS_NAN) return set_truth(a->nan, a->number);
    if (!a->number) return set_truth(false, true);
    switch (op) {
    case OP_FP_IS_ZERO: return set_truth(holds_zero(a), a->nan || a->lo != 0 || a->hi != 0);
    case OP_FP_IS_INF:
        return set_truth(holds_infinity(a), a->nan || a->lo != a->hi || !isinf(a->lo));
    case OP_FP_IS_NEG: return set_truth(a->lo <= 0, a->nan || a->hi >= 0);
    case OP_FP_IS_POS: return set_truth(a->hi >= 0, a->nan || a->lo <= 0);
    default: return set_truth(true, true);
    }
}

/* ---- between words and floats ---- */

value_set float_of_words(const box_term *x, const value_set *a) {
    bool is_signed = x->op == OP_FP_FROM_SBV, single = x->width == 32;
    if (x->mode != RNE) return float_numbers(-INFINITY, INFINITY, false);
    const word_set *w = &a->word;
    if (is_signed)
        return single ? float_numbers((double)(float)w->least, (double)(float)w->most, false)
                      : float_numbers((double)w->least, (double)w->most, false);
    return single ? float_numbers((double)(float)w->low, (double)(float)w->high, false)
                  : float_numbers((double)w->low, (double)w->high, false);
}

/* Out of range it is 0. */
word_set words_of_float(const box_term *x, const value_set *a) {
    bool is_signed = x->op == OP_FP_TO_SBV;
    word_set zero = words_point(0, x->width), r;
    if (!a->number) return zero;
    if (x->mode == NO_MODE || x->width > 62) return words_any(x->width);
    double lo = rounded(a->lo, x->mode), hi = rounded(a->hi, x->mode),
           top = ldexp(1, (int)(is_signed ? x->width - 1 : x->width)),
           bottom = is_signed ? -top : 0;
    if (lo >= bottom && hi < top && !a->nan) return words_of((wide)lo, (wide)hi, x->width);
    if (hi < bottom || lo >= top) return zero;
    r = words_of((wide)fmax(lo, bottom), (wide)fmin(hi, top - 1), x->width);
    return words_hull(&r, &zero);
}

/* ---- by operation ---- */

value_set float_of_bits(uint64_t bits, bool single) {
    uint64_t sign = single ? 1ull << 31 : 1ull << 63;
    if ((int64_t)(bits & ~sign) > last_in_order(single)) return only_nan();
    double d = float_at((int64_t)(bits & ~sign), single);
    return bits & sign ? float_numbers(-d, -d, false) : float_numbers(d, d, false);
}

/* One case an operation. What is not listed has any value. */
value_set float_apply(const box_term *x, const box_term *from, const value_set *a,
                      const value_set *b, bool square) {
    switch (x->op) {
    case OP_EQ: return same_float(a, b);
    case OP_FP_LT:
    case OP_FP_LE:
    case OP_FP_EQ: return compare(x->op, a, b);
    case OP_FP_IS_NAN:
    case OP_FP_IS_INF:
    case OP_FP_IS_ZERO:
    case OP_FP_IS_NEG:
    case OP_FP_IS_POS: return classify(x->op, a);
    case OP_FP_NEG: return negate(a);
    case OP_FP_ABS: return absolute(a);
    case OP_FP_ADD:
    case OP_FP_SUB:
    case OP_FP_MUL:
    case OP_FP_DIV: return arithmetic(x, a, b, square);
    case OP_FP_SQRT: return arithmetic(x, a, NULL, false);
    case OP_FP_ROUND:
        return a->number && x->mode != NO_MODE
                   ? float_numbers(rounded(a->lo, x->mode), rounded(a->hi, x->mode), a->nan)
                   : float_any();
    case OP_FP_MIN:
    case OP_FP_MAX: return set_hull(a, b, x);
    case OP_FP_FROM_FP: return convert(x, from->width == 32, a);
    default: return set_any(x);
    }
}
