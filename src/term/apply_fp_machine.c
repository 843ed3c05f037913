/* Floating-point operations on values that the processor does: binary32 and binary64, rounding to
 * nearest even, and whatever needs no rounding. The same results as softfloat.h, only faster;
 * tests/fuzz/fuzz_float.c holds them together. */
#include "term/value_internal.h"

#include <float.h>
#include <math.h>

/* Excess precision (x87) would not be the format's arithmetic. */
#if FLT_EVAL_METHOD == 0 && defined(__SSE2__)
enum { MACHINE_IS_EXACT = 1 };
#else
enum { MACHINE_IS_EXACT = 0 };
#endif

enum machine_format { NO_FORMAT, SINGLE, TWICE };

static enum machine_format format_of(const terms *t, sort s) {
    const sort_node *x = sort_node_of(t, s);
    if (x->kind != SORT_FP) return NO_FORMAT;
    return x->a == 8 && x->b == 24 ? SINGLE : x->a == 11 && x->b == 53 ? TWICE : NO_FORMAT;
}

static uint64_t bits_of_float(float x) {
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return isnan(x) ? 0x7fc00000u : u;
}
static uint64_t bits_of_double(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return isnan(x) ? 0x7ff8000000000000ull : u;
}
static float to_float(uint64_t bits) {
    uint32_t u = (uint32_t)bits;
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}
static double to_double(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static double number(enum machine_format f, uint64_t bits) {
    return f == SINGLE ? (double)to_float(bits) : to_double(bits);
}
static uint64_t encode(enum machine_format f, double x) { /* x is a number of the format */
    return f == SINGLE ? bits_of_float((float)x) : bits_of_double(x);
}

static bool arithmetic_float(enum op op, const value *a, uint64_t *out) {
    float x = to_float(a[1].bits), y = op == OP_FP_SQRT ? 0 : to_float(a[2].bits);
    switch (op) {
    case OP_FP_ADD: *out = bits_of_float(x + y); return true;
    case OP_FP_SUB: *out = bits_of_float(x - y); return true;
    case OP_FP_MUL: *out = bits_of_float(x * y); return true;
    case OP_FP_DIV: *out = bits_of_float(x / y); return true;
    case OP_FP_SQRT: *out = bits_of_float(sqrtf(x)); return true;
    default: return false;
    }
}

static bool arithmetic_double(enum op op, const value *a, uint64_t *out) {
    double x = to_double(a[1].bits), y = op == OP_FP_SQRT ? 0 : to_double(a[2].bits);
    switch (op) {
    case OP_FP_ADD: *out = bits_of_double(x + y); return true;
    case OP_FP_SUB: *out = bits_of_double(x - y); return true;
    case OP_FP_MUL: *out = bits_of_double(x * y); return true;
    case OP_FP_DIV: *out = bits_of_double(x / y); return true;
    case OP_FP_SQRT: *out = bits_of_double(sqrt(x)); return true;
    default: return false;
    }
}

static bool compare(enum op op, double x, double y) {
    switch (op) {
    case OP_FP_LT: return x < y;
    case OP_FP_LE: return x <= y;
    case OP_FP_GT: return x > y;
    case OP_FP_GE: return x >= y;
    default: return x == y;
    }
}

static bool classify(enum op op, enum machine_format f, double x) {
    double least = f == SINGLE ? (double)FLT_MIN : DBL_MIN;
    bool finite = isfinite(x) && x != 0;
    switch (op) {
    case OP_FP_IS_NORMAL: return finite && fabs(x) >= least;
    case OP_FP_IS_SUBNORMAL: return finite && fabs(x) < least;
    case OP_FP_IS_ZERO: return x == 0;
    case OP_FP_IS_INF: return isinf(x);
    case OP_FP_IS_NAN: return isnan(x);
    case OP_FP_IS_NEG: return !isnan(x) && signbit(x);
    default: return !isnan(x) && !signbit(x);
    }
}

static double rounded(enum rounding rm, double x) {
    switch (rm) {
    case RNE: return rint(x);
    case RNA: return round(x);
    case RTP: return ceil(x);
    case RTN: return floor(x);
    default: return trunc(x);
    }
}

/* min, max: of equal ones the second, of NaN and a number the number. */
static double extreme(enum op op, double x, double y) {
    if (isnan(y)) return x;
    return (op == OP_FP_MIN ? x < y : x > y) ? x : y;
}

static bool from_integer(const terms *t, enum op op, sort result, value a, uint64_t *out) {
    enum machine_format f = format_of(t, result);
    uint32_t w = sort_width(t, a.sort);
    if (f == NO_FORMAT || w > 64) return false;
    int64_t n = (int64_t)(a.bits << (64 - w)) >> (64 - w);
    if (op == OP_FP_FROM_SBV)
        *out = f == SINGLE ? bits_of_float((float)n) : bits_of_double((double)n);
    else *out = f == SINGLE ? bits_of_float((float)a.bits) : bits_of_double((double)a.bits);
    return true;
}

/* Truncation into at most 32 bits, where every bound is a double. */
static bool to_integer(const terms *t, enum op op, sort result, double x, uint64_t *out) {
    uint32_t w = sort_width(t, result);
    if (w > 32) return false;
    double high = ldexp(1, (int)w - (op == OP_FP_TO_SBV)), low = op == OP_FP_TO_SBV ? -high : 0;
    x = trunc(x);
    *out = x >= low && x < high ? (uint64_t)(int64_t)x & mask64(w) : 0;
    return true;
}

static bool convert(const terms *t, enum op op, sort result, const value *args, uint64_t *out) {
    enum machine_format from = format_of(t, args[1].sort), to = format_of(t, result);
    if (op == OP_FP_FROM_SBV || op == OP_FP_FROM_UBV)
        return args[0].bits == RNE && from_integer(t, op, result, args[1], out);
    if (from == NO_FORMAT) return false;
    double x = number(from, args[1].bits);
    if (op == OP_FP_TO_SBV || op == OP_FP_TO_UBV)
        return args[0].bits == RTZ && to_integer(t, op, result, x, out);
    if (op != OP_FP_FROM_FP || to == NO_FORMAT) return false;
    if (args[0].bits != RNE && (from == TWICE && to == SINGLE)) return false;
    return *out = encode(to, x), true;
}

static bool unrounded(enum op op, enum machine_format f, const value *args, uint64_t *out) {
    double x = number(f, args[0].bits);
    if (op >= OP_FP_IS_NORMAL) return *out = classify(op, f, x), true;
    if (op >= OP_FP_LE) return *out = compare(op, x, number(f, args[1].bits)), true;
    switch (op) {
    case OP_FP_ABS: *out = encode(f, fabs(x)); return true;
    case OP_FP_NEG: *out = encode(f, -x); return true;
    case OP_FP_MIN:
    case OP_FP_MAX: *out = encode(f, extreme(op, x, number(f, args[1].bits))); return true;
    default: return false;
    }
}

bool apply_fp_machine(const terms *t, enum op op, sort result, uint32_t n, const value *args,
                      uint64_t *out) {
    assert_debug(sort_is_there(t, result));
    assert_debug(n >= 1);
    if (!MACHINE_IS_EXACT) return false;
    if (op > OP_FP_FROM_BITS) return n == 2 && convert(t, op, result, args, out);
    enum machine_format f = format_of(t, args[n - 1].sort);
    if (f == NO_FORMAT) return false;
    if (op == OP_FP_ROUND)
        return *out = encode(f, rounded((enum rounding)args[0].bits, number(f, args[1].bits))),
               true;
    if (op < OP_FP_ADD || op > OP_FP_SQRT) return unrounded(op, f, args, out);
    if (args[0].bits != RNE) return false;
    return f == SINGLE ? arithmetic_float(op, args, out) : arithmetic_double(op, args, out);
}
