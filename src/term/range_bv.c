/* Bit-vector ranges. Intervals are exact where no value wraps, or all wrap alike; known bits follow
 * carries. */
#include "base/wide.h"
#include "term/range.h"

range range_bv_top(uint32_t width) {
    assert_debug(width >= 1 && width <= 64);
    return (range){.kind = RANGE_BV,
                   .width = (uint8_t)width,
                   .uhi = bv_mask(width),
                   .slo = bv_min(width),
                   .shi = bv_max(width)};
}

static void meet_unsigned(range *a, uint64_t lo, uint64_t hi) {
    if (lo > a->ulo) a->ulo = lo;
    if (hi < a->uhi) a->uhi = hi;
    if (a->ulo > a->uhi) a->empty = true;
}

static void meet_signed(range *a, int64_t lo, int64_t hi) {
    if (lo > a->slo) a->slo = lo;
    if (hi < a->shi) a->shi = hi;
    if (a->slo > a->shi) a->empty = true;
}

static void signed_from_unsigned(range *a) {
    uint64_t sign = 1ull << (a->width - 1);
    if ((a->ulo & sign) == (a->uhi & sign))
        meet_signed(a, bv_signed(a->width, a->ulo), bv_signed(a->width, a->uhi));
}

static void unsigned_from_signed(range *a) {
    uint64_t mask = bv_mask(a->width);
    if ((a->slo < 0) == (a->shi < 0))
        meet_unsigned(a, (uint64_t)a->slo & mask, (uint64_t)a->shi & mask);
}

/* The bits above the highest one in which the bounds differ are known. */
static void bits_from_unsigned(range *a) {
    uint64_t differ = a->ulo ^ a->uhi, mask = bv_mask(a->width);
    uint64_t fixed = differ ? ~((2ull << (63 - __builtin_clzll(differ))) - 1) : ~0ull;
    if (differ >> 63) fixed = 0;
    a->ones |= a->ulo & fixed & mask;
    a->zeros |= ~a->ulo & fixed & mask;
}

static void intervals_from_bits(range *a) {
    uint64_t mask = bv_mask(a->width), sign = 1ull << (a->width - 1), most = mask & ~a->zeros;
    meet_unsigned(a, a->ones, most);
    if ((a->zeros | a->ones) & sign) return; /* the unsigned interval says it */
    meet_signed(a, bv_signed(a->width, a->ones | sign), (int64_t)(most & ~sign));
}

/* ---- listed values ---- */
static bool is_possible(const range *a, int32_t v) {
    uint64_t raw = (uint64_t)(int64_t)v & bv_mask(a->width);
    return v >= a->slo && v <= a->shi && raw >= a->ulo && raw <= a->uhi && !(raw & a->zeros) &&
           !(a->ones & ~raw);
}

/* Drop what the other views exclude; the views follow what is left. */
static void filter_set(range *a) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->count; i++)
        if (is_possible(a, a->set[i])) a->set[kept++] = a->set[i];
    a->count = kept;
    if (!kept) {
        a->empty = true;
        return;
    }
    uint64_t mask = bv_mask(a->width), lo = mask, hi = 0, ones = mask, zeros = mask;
    for (uint32_t i = 0; i < kept; i++) {
        uint64_t v = (uint64_t)(int64_t)a->set[i] & mask;
        lo = v < lo ? v : lo;
        hi = v > hi ? v : hi;
        ones &= v;
        zeros &= ~v;
    }
    meet_signed(a, a->set[0], a->set[kept - 1]);
    meet_unsigned(a, lo, hi);
    a->zeros |= zeros & mask;
    a->ones |= ones;
}

/* The listed values; of a single value, itself. 0: not listed. */
static uint32_t listed(const range *a, int32_t *out) {
    if (a->count) memcpy(out, a->set, a->count * sizeof *out);
    if (a->count || a->ulo != a->uhi || a->slo < INT32_MIN || a->slo > INT32_MAX) return a->count;
    out[0] = (int32_t)a->slo;
    return 1;
}

void range_bv_join_sets(range *into, const range *a, const range *b) {
    assert_debug(a->width == b->width);
    int32_t x[RANGE_SET], y[RANGE_SET];
    uint32_t n = listed(a, x), m = listed(b, y), i = 0, j = 0, k = 0;
    into->count = 0;
    if (!n || !m) return;
    while (i < n || j < m) {
        if (k == RANGE_SET) return;
        int32_t v = j == m || (i < n && x[i] <= y[j]) ? x[i] : y[j];
        if (i < n && x[i] == v) i++;
        if (j < m && y[j] == v) j++;
        into->set[k++] = v;
    }
    if (k > 1) into->count = k;
}

void range_bv_meet_sets(range *into, const range *a, const range *b) {
    assert_debug(a->width == b->width);
    const range *from = a->count ? a : b;
    into->count = from->count;
    memcpy(into->set, from->set, from->count * sizeof *from->set);
    if (!a->count || !b->count) return;
    uint32_t kept = 0;
    for (uint32_t i = 0, j = 0; i < a->count; i++) {
        while (j < b->count && b->set[j] < a->set[i]) j++;
        if (j < b->count && b->set[j] == a->set[i]) into->set[kept++] = a->set[i];
    }
    into->count = kept;
    if (!kept) into->empty = true;
}

void range_bv_exclude(range *a, uint64_t value) {
    assert_debug(a->width >= 1 && a->width <= 64);
    int64_t v = bv_signed(a->width, value);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->set[i] != v) a->set[kept++] = a->set[i];
    if (a->count && !kept) a->empty = true;
    a->count = kept;
    if (a->ulo == value && a->uhi > value) a->ulo++;
    else if (a->uhi == value && a->ulo < value) a->uhi--;
    if (a->slo == v && a->shi > v) a->slo++;
    else if (a->shi == v && a->slo < v) a->shi--;
    range_bv_normalize(a);
}

/* A known bit may leave no value of one sign: between -5 and 5 none that is not negative has bit 4. */
static void signs_from_bits(range *a) {
    uint64_t low = bv_mask(a->width) >> 1;
    if (a->slo >= 0 || a->shi < 0) return;
    if ((a->ones & low) > (uint64_t)a->shi) meet_signed(a, a->slo, -1);
    else if ((a->zeros & low) > (uint64_t)~a->slo) meet_signed(a, 0, a->shi);
}

void range_bv_normalize(range *a) {
    assert_debug(a->width >= 1 && a->width <= 64);
    if (a->count) filter_set(a);
    for (int i = 0; i < 2 && !a->empty; i++) {
        if (a->ulo > a->uhi || a->slo > a->shi || (a->zeros & a->ones)) a->empty = true;
        if (a->empty) return;
        signed_from_unsigned(a);
        if (!a->empty) signs_from_bits(a);
        if (!a->empty) unsigned_from_signed(a);
        if (!a->empty) bits_from_unsigned(a);
        if (a->zeros & a->ones) a->empty = true;
        if (!a->empty) intervals_from_bits(a);
    }
    if (a->count && !a->empty) filter_set(a);
    if (a->count == 1 || a->empty) a->count = 0; /* the views say it */
}

range range_bv_unsigned(uint32_t width, uint64_t lo, uint64_t hi) {
    assert_debug(width >= 1 && width <= 64);
    assert_debug(lo <= hi);
    range a = range_bv_top(width);
    meet_unsigned(&a, lo, hi);
    range_bv_normalize(&a);
    return a;
}

range range_bv_signed(uint32_t width, int64_t lo, int64_t hi) {
    assert_debug(width >= 1 && width <= 64);
    assert_debug(lo <= hi);
    range a = range_bv_top(width);
    meet_signed(&a, lo, hi);
    range_bv_normalize(&a);
    return a;
}

/* An interval of exact results: taken where it fits the width, also after the same wrap on both
 * ends. */
static void put_unsigned(range *out, wide lo, wide hi) {
    wide size = (wide)1 << out->width;
    if (hi - lo >= size) return;
    wide turns = lo >= 0 ? lo / size : -((-lo + size - 1) / size);
    lo -= turns * size;
    hi -= turns * size;
    if (hi < size) meet_unsigned(out, (uint64_t)lo, (uint64_t)hi);
}

static void put_signed(range *out, wide lo, wide hi) {
    wide size = (wide)1 << out->width, half = size / 2;
    if (hi - lo >= size) return;
    wide turns = lo + half >= 0 ? (lo + half) / size : -((-(lo + half) + size - 1) / size);
    lo -= turns * size;
    hi -= turns * size;
    if (hi < half) meet_signed(out, (int64_t)lo, (int64_t)hi);
}

static void put_bits(range *out, uint64_t zeros, uint64_t ones) {
    uint64_t mask = bv_mask(out->width);
    out->zeros |= zeros & mask;
    out->ones |= ones & mask;
}

/* Bits of a sum with a carry in: those where both bits and the carry are known. */
static void add_bits(const range *a, const range *b, bool carry, range *out) {
    uint64_t most = ~a->zeros + ~b->zeros + carry, least = a->ones + b->ones + carry;
    uint64_t no_carry = ~(most ^ a->zeros ^ b->zeros), is_carry = least ^ a->ones ^ b->ones;
    uint64_t known = (a->zeros | a->ones) & (b->zeros | b->ones) & (no_carry | is_carry);
    put_bits(out, ~most & known, least & known);
}

/* Listed values plus a single one. */
static void shift_set(const range *a, const range *by, range *out) {
    if (!a->count || by->ulo != by->uhi) return;
    for (uint32_t i = 0; i < a->count; i++) {
        wide v = (wide)a->set[i] + by->slo;
        if (v < INT32_MIN || v > INT32_MAX || v < bv_min(a->width) || v > bv_max(a->width)) return;
        out->set[i] = (int32_t)v;
    }
    out->count = a->count;
}

range range_bv_add(const range *a, const range *b) {
    assert_debug(a->width == b->width);
    range out = range_bv_top(a->width);
    shift_set(a->count ? a : b, a->count ? b : a, &out);
    put_unsigned(&out, (wide)a->ulo + b->ulo, (wide)a->uhi + b->uhi);
    put_signed(&out, (wide)a->slo + b->slo, (wide)a->shi + b->shi);
    add_bits(a, b, false, &out);
    range_bv_normalize(&out);
    return out;
}

range range_bv_not(const range *a) {
    assert_debug(a->width >= 1 && a->width <= 64);
    uint64_t mask = bv_mask(a->width);
    range out = *a;
    out.count = 0;
    out.ulo = mask - a->uhi;
    out.uhi = mask - a->ulo;
    out.slo = ~a->shi;
    out.shi = ~a->slo;
    out.zeros = a->ones;
    out.ones = a->zeros;
    return out;
}

range range_bv_neg(const range *a) {
    assert_debug(a->width >= 1 && a->width <= 64);
    range out = range_bv_top(a->width), inverse = range_bv_not(a);
    range zero = range_bv_unsigned(a->width, 0, 0);
    put_unsigned(&out, -(wide)a->uhi, -(wide)a->ulo);
    put_signed(&out, -(wide)a->shi, -(wide)a->slo);
    add_bits(&inverse, &zero, true, &out);
    range_bv_normalize(&out);
    return out;
}

static wide least_of(const wide *v, int n) {
    wide m = v[0];
    for (int i = 1; i < n; i++) m = v[i] < m ? v[i] : m;
    return m;
}

static wide greatest_of(const wide *v, int n) {
    wide m = v[0];
    for (int i = 1; i < n; i++) m = v[i] > m ? v[i] : m;
    return m;
}

static uint32_t low_known(const range *a) {
    uint64_t unknown = ~(a->zeros | a->ones) & bv_mask(a->width);
    return unknown ? (uint32_t)__builtin_ctzll(unknown) : a->width;
}

static uint32_t low_zeros(const range *a) {
    uint64_t other = ~a->zeros & bv_mask(a->width);
    return other ? (uint32_t)__builtin_ctzll(other) : a->width;
}

static void mul_bits(const range *a, const range *b, range *out) {
    uint32_t zeros = low_zeros(a) + low_zeros(b),
             known = low_known(a) < low_known(b) ? low_known(a) : low_known(b);
    uint64_t mask = bv_mask(out->width), low = known ? bv_mask(known) : 0,
             product = a->ones * b->ones;
    if (zeros >= out->width) put_bits(out, mask, 0);
    else if (zeros) put_bits(out, bv_mask(zeros), 0);
    put_bits(out, ~product & low, product & low);
}

static range bv_mul(const range *a, const range *b) {
    range out = range_bv_top(a->width);
    unsigned __int128 top = (unsigned __int128)a->uhi * b->uhi;
    if (top <= bv_mask(a->width)) meet_unsigned(&out, a->ulo * b->ulo, (uint64_t)top);
    wide v[4] = {(wide)a->slo * b->slo, (wide)a->slo * b->shi, (wide)a->shi * b->slo,
                 (wide)a->shi * b->shi};
    wide lo = least_of(v, 4), hi = greatest_of(v, 4);
    if (lo >= bv_min(a->width) && hi <= bv_max(a->width))
        meet_signed(&out, (int64_t)lo, (int64_t)hi);
    mul_bits(a, b, &out);
    range_bv_normalize(&out);
    return out;
}

/* x / 0 is all ones. */
static range bv_udiv(const range *a, const range *b) {
    uint64_t hi = b->ulo ? a->uhi / b->ulo : bv_mask(a->width),
             lo = b->uhi ? a->ulo / b->uhi : bv_mask(a->width);
    return range_bv_unsigned(a->width, lo, hi);
}

/* x % 0 is x. */
static range bv_urem(const range *a, const range *b) {
    if (b->ulo && a->uhi < b->ulo) return *a;
    uint64_t hi = b->ulo && b->uhi - 1 < a->uhi ? b->uhi - 1 : a->uhi;
    return range_bv_unsigned(a->width, 0, hi);
}

/* Quotients by a divisor of one sign are extreme at the corners; by zero they are 1 or -1. */
static range bv_sdiv(const range *a, const range *b) {
    wide v[10];
    int n = 0;
    int64_t divisor[4] = {b->slo, b->shi, -1, 1};
    for (int i = 0; i < 4; i++) {
        int64_t d = divisor[i];
        if (d == 0 || d < b->slo || d > b->shi) continue;
        v[n++] = (wide)a->slo / d;
        v[n++] = (wide)a->shi / d;
    }
    if (b->slo <= 0 && b->shi >= 0) {
        if (a->slo < 0) v[n++] = 1;
        if (a->shi >= 0) v[n++] = -1;
    }
    range out = range_bv_top(a->width);
    wide lo = least_of(v, n), hi = greatest_of(v, n);
    if (lo >= bv_min(a->width) && hi <= bv_max(a->width))
        meet_signed(&out, (int64_t)lo, (int64_t)hi);
    range_bv_normalize(&out);
    return out;
}

/* The sign is the dividend's, the size below the divisor's and at most the dividend's; by zero it
 * is the dividend. */
static range bv_srem(const range *a, const range *b) {
    wide low = -(wide)b->slo, size = low > b->shi ? low : b->shi;
    bool by_zero = b->slo <= 0 && b->shi >= 0;
    wide lo = a->slo < 0 ? a->slo : 0, hi = a->shi > 0 ? a->shi : 0;
    if (!by_zero && lo < 1 - size) lo = 1 - size;
    if (!by_zero && hi > size - 1) hi = size - 1;
    /* a divisor all negative: its size is -slo, which the maximum above has taken */
    return range_bv_signed(a->width, (int64_t)lo, (int64_t)hi);
}

static bool constant_shift(const range *b, uint32_t *by) {
    if (b->ulo != b->uhi) return false;
    *by = b->ulo >= b->width ? b->width : (uint32_t)b->ulo;
    return true;
}

static range bv_shl(const range *a, const range *b) {
    range out = range_bv_top(a->width);
    uint32_t by, w = a->width;
    uint64_t mask = bv_mask(w);
    if (b->uhi < w && (unsigned __int128)a->uhi << b->uhi <= mask)
        meet_unsigned(&out, a->ulo << b->ulo, a->uhi << b->uhi);
    if (constant_shift(b, &by)) {
        if (by >= w) return range_bv_unsigned(w, 0, 0);
        put_bits(&out, a->zeros << by | ((1ull << by) - 1), a->ones << by);
        wide lo = (wide)a->slo * ((wide)1 << by), hi = (wide)a->shi * ((wide)1 << by);
        if (lo >= bv_min(w) && hi <= bv_max(w)) meet_signed(&out, (int64_t)lo, (int64_t)hi);
    } else if (b->ulo) {
        put_bits(&out, b->ulo >= w ? mask : bv_mask((uint32_t)b->ulo), 0);
    }
    range_bv_normalize(&out);
    return out;
}

static uint64_t shifted_right(uint64_t a, uint64_t by) { return by >= 64 ? 0 : a >> by; }

static range bv_lshr(const range *a, const range *b) {
    range out =
        range_bv_unsigned(a->width, shifted_right(a->ulo, b->uhi), shifted_right(a->uhi, b->ulo));
    uint32_t by;
    if (constant_shift(b, &by)) {
        if (by >= a->width) return range_bv_unsigned(a->width, 0, 0);
        uint64_t in = by ? ~(bv_mask(a->width) >> by) : 0;
        put_bits(&out, a->zeros >> by | in, a->ones >> by);
    }
    range_bv_normalize(&out);
    return out;
}

static int64_t arithmetic_right(int64_t a, uint64_t by) { return a >> (by > 63 ? 63 : by); }

static range bv_ashr(const range *a, const range *b) {
    int64_t lo = arithmetic_right(a->slo, a->slo < 0 ? b->ulo : b->uhi);
    int64_t hi = arithmetic_right(a->shi, a->shi < 0 ? b->uhi : b->ulo);
    range out = range_bv_signed(a->width, lo, hi);
    uint32_t by;
    if (constant_shift(b, &by)) {
        uint32_t w = a->width, k = by >= w ? w - 1 : by;
        put_bits(&out, (uint64_t)(bv_signed(w, a->zeros) >> k),
                 (uint64_t)(bv_signed(w, a->ones) >> k));
    }
    range_bv_normalize(&out);
    return out;
}

static range bv_and(const range *a, const range *b) {
    range out = range_bv_top(a->width);
    put_bits(&out, a->zeros | b->zeros, a->ones & b->ones);
    meet_unsigned(&out, 0, a->uhi < b->uhi ? a->uhi : b->uhi);
    range_bv_normalize(&out);
    return out;
}

static range bv_or(const range *a, const range *b) {
    range out = range_bv_top(a->width);
    put_bits(&out, a->zeros & b->zeros, a->ones | b->ones);
    meet_unsigned(&out, a->ulo > b->ulo ? a->ulo : b->ulo, bv_mask(a->width));
    range_bv_normalize(&out);
    return out;
}

static range bv_xor(const range *a, const range *b) {
    range out = range_bv_top(a->width);
    put_bits(&out, (a->zeros & b->zeros) | (a->ones & b->ones),
             (a->zeros & b->ones) | (a->ones & b->zeros));
    range_bv_normalize(&out);
    return out;
}

static range bv_concat(const range *high, const range *low) {
    uint32_t k = low->width;
    range out = range_bv_top((uint32_t)high->width + k);
    meet_unsigned(&out, high->ulo << k | low->ulo, high->uhi << k | low->uhi);
    put_bits(&out, high->zeros << k | low->zeros, high->ones << k | low->ones);
    put_signed(&out, (int64_t)((uint64_t)high->slo << k | low->ulo),
               (int64_t)((uint64_t)high->shi << k | low->uhi));
    range_bv_normalize(&out);
    return out;
}

static range bv_extract(const range *a, uint32_t high, uint32_t low) {
    uint32_t w = high - low + 1;
    uint64_t mask = bv_mask(w);
    range out = range_bv_top(w);
    put_bits(&out, a->zeros >> low, a->ones >> low);
    if (shifted_right(a->ulo, high + 1) == shifted_right(a->uhi, high + 1))
        meet_unsigned(&out, a->ulo >> low & mask, a->uhi >> low & mask);
    put_signed(&out, a->slo >> low, a->shi >> low);
    range_bv_normalize(&out);
    return out;
}

static range bv_zero_extend(const range *a, uint32_t width) {
    range out = range_bv_top(width);
    meet_unsigned(&out, a->ulo, a->uhi);
    if (a->slo >= 0) range_bv_meet_sets(&out, a, a);
    put_bits(&out, a->zeros | ~bv_mask(a->width), a->ones);
    range_bv_normalize(&out);
    return out;
}

static range bv_sign_extend(const range *a, uint32_t width) {
    range out = range_bv_top(width);
    meet_signed(&out, a->slo, a->shi);
    range_bv_meet_sets(&out, a, a);
    put_bits(&out, (uint64_t)bv_signed(a->width, a->zeros), (uint64_t)bv_signed(a->width, a->ones));
    range_bv_normalize(&out);
    return out;
}

/* ---- predicates ---- */
/* lo <= v <= hi are the exact results; overflow is leaving [least, most]. */
static range leaves(wide lo, wide hi, wide least, wide most) {
    return range_bool(lo < least || hi > most, !(hi < least || lo > most));
}

static range signed_overflow(const range *a, wide lo, wide hi) {
    return leaves(lo, hi, bv_min(a->width), bv_max(a->width));
}

static range multiplication_overflow(const range *a, const range *b, bool is_signed) {
    if (!is_signed) {
        unsigned __int128 lo = (unsigned __int128)a->ulo * b->ulo,
                          hi = (unsigned __int128)a->uhi * b->uhi;
        return range_bool(hi > bv_mask(a->width), lo <= bv_mask(a->width));
    }
    wide v[4] = {(wide)a->slo * b->slo, (wide)a->slo * b->shi, (wide)a->shi * b->slo,
                 (wide)a->shi * b->shi};
    return signed_overflow(a, least_of(v, 4), greatest_of(v, 4));
}

static range bv_compare(enum op op, const range *a, const range *b) {
    switch (op) {
    case OP_BVULT: return range_bool(a->ulo < b->uhi, a->uhi >= b->ulo);
    case OP_BVULE: return range_bool(a->ulo <= b->uhi, a->uhi > b->ulo);
    case OP_BVSLT: return range_bool(a->slo < b->shi, a->shi >= b->slo);
    case OP_BVSLE: return range_bool(a->slo <= b->shi, a->shi > b->slo);
    case OP_BVNEGO: return range_bool(a->slo == bv_min(a->width), a->shi != bv_min(a->width));
    case OP_BVUADDO:
        return leaves((wide)a->ulo + b->ulo, (wide)a->uhi + b->uhi, 0, bv_mask(a->width));
    case OP_BVSADDO: return signed_overflow(a, (wide)a->slo + b->slo, (wide)a->shi + b->shi);
    case OP_BVUSUBO: return range_bool(a->ulo < b->uhi, a->uhi >= b->ulo);
    case OP_BVSSUBO: return signed_overflow(a, (wide)a->slo - b->shi, (wide)a->shi - b->slo);
    case OP_BVUMULO: return multiplication_overflow(a, b, false);
    case OP_BVSMULO: return multiplication_overflow(a, b, true);
    case OP_BVSDIVO: {
        bool can = a->slo == bv_min(a->width) && b->slo <= -1 && b->shi >= -1;
        bool must = a->shi == bv_min(a->width) && b->slo == -1 && b->shi == -1;
        return range_bool(can, !must);
    }
    default: return range_bool(true, true);
    }
}

static range bv_binary(enum op op, const range *a, const range *b) {
    switch (op) {
    case OP_BVAND: return bv_and(a, b);
    case OP_BVOR: return bv_or(a, b);
    case OP_BVXOR: return bv_xor(a, b);
    case OP_BVADD: return range_bv_add(a, b);
    case OP_BVMUL: return bv_mul(a, b);
    case OP_BVUDIV: return bv_udiv(a, b);
    case OP_BVUREM: return bv_urem(a, b);
    case OP_BVSDIV: return bv_sdiv(a, b);
    case OP_BVSREM: return bv_srem(a, b);
    case OP_BVSHL: return bv_shl(a, b);
    case OP_BVLSHR: return bv_lshr(a, b);
    case OP_BVASHR: return bv_ashr(a, b);
    case OP_CONCAT: return bv_concat(a, b);
    default: return range_bv_top(a->width);
    }
}

static range bv_fold(enum op op, const range *args, uint32_t n) {
    range out = args[0];
    for (uint32_t i = 1; i < n; i++) out = bv_binary(op, &out, &args[i]);
    return out;
}

range range_apply_bv(terms *t, term a, const range *args) {
    assert_debug(term_is_there(t, a));
    sort s = term_sort(t, a);
    uint32_t n = term_arity(t, a), width = sort_width(t, s);
    for (uint32_t i = 0; i < n; i++)
        if (args[i].kind != RANGE_BV) return range_top(t, s); /* wider than 64 bits */
    enum op op = term_op(t, a);
    if (sort_kind_of(t, s) == SORT_BOOL)
        return bv_compare(op, &args[0], n > 1 ? &args[1] : &args[0]);
    if (width > 64) return range_top(t, s);
    switch (op) {
    case OP_BVNOT: return range_bv_not(&args[0]);
    case OP_BVNEG: return range_bv_neg(&args[0]);
    case OP_EXTRACT: return bv_extract(&args[0], term_index(t, a, 0), term_index(t, a, 1));
    case OP_ZERO_EXTEND: return bv_zero_extend(&args[0], width);
    case OP_SIGN_EXTEND: return bv_sign_extend(&args[0], width);
    case OP_BVSMOD: return range_bv_top(width);
    default: return bv_fold(op, args, n);
    }
}
