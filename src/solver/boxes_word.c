#include "solver/boxes_word.h"

static uint64_t mask(uint32_t width) { return width == 64 ? UINT64_MAX : (1ull << width) - 1; }
static uint64_t sign(uint32_t width) { return 1ull << (width - 1); }
static int64_t number(uint64_t x, uint32_t width) {
    return (int64_t)(x << (64 - width)) >> (64 - width);
}
static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }
static uint64_t greater(uint64_t a, uint64_t b) { return a > b ? a : b; }
static wide magnitude(int64_t a) { return a < 0 ? -(wide)a : (wide)a; }

static const word_set none = {.low = 1, .high = 0};

bool words_empty(const word_set *a) { return a->low > a->high; }
bool words_one(const word_set *a) { return a->low == a->high; }

static word_set widest(uint32_t width) {
    return (word_set){0, mask(width), number(sign(width), width), (int64_t)(mask(width) >> 1), 0,
                      0};
}
word_set words_any(uint32_t width) { return widest(width); }

word_set words_point(uint64_t x, uint32_t width) {
    x &= mask(width);
    return (word_set){x, x, number(x, width), number(x, width), mask(width), x};
}

/* ---- the three parts agree ---- */

/* The least word from x on that has the known bits; false: there is none. */
static bool at_least(uint64_t *x, uint64_t known, uint64_t bits, uint64_t all) {
    uint64_t differ = (*x ^ bits) & known;
    if (!differ) return true;
    uint64_t top = 1ull << (63 - __builtin_clzll(differ));
    if (!(bits & top)) {
        uint64_t free = ~known & ~*x & all & ~(top | (top - 1));
        if (!free) return false;
        top = free & -free;
    }
    *x = (*x & ~(top | (top - 1))) | top | (bits & (top - 1));
    return true;
}

static bool at_most(uint64_t *x, uint64_t known, uint64_t bits, uint64_t all) {
    uint64_t other = ~*x & all;
    bool some = at_least(&other, known, ~bits & known, all);
    *x = ~other & all;
    return some;
}

/* The bits that all words between two have in common. */
static void common_bits(word_set *a, uint32_t width) {
    uint64_t differ = a->low ^ a->high,
             same = differ ? ~(UINT64_MAX >> __builtin_clzll(differ)) : UINT64_MAX;
    same &= mask(width);
    a->known |= same;
    a->bits = (a->bits & ~same) | (a->low & same);
}

static bool bits_agree(const word_set *a, uint32_t width) {
    uint64_t differ = a->low ^ a->high,
             same = differ ? ~(UINT64_MAX >> __builtin_clzll(differ)) : UINT64_MAX;
    return !((a->low ^ a->bits) & a->known & same & mask(width));
}

/* Both intervals speak of the same words where these have one sign. */
static void meet_signs(word_set *a, uint32_t width) {
    if (!((a->low ^ a->high) & sign(width))) {
        int64_t least = number(a->low, width), most = number(a->high, width);
        if (least > a->least) a->least = least;
        if (most < a->most) a->most = most;
    }
    if (a->least <= a->most && (a->least < 0) == (a->most < 0)) {
        a->low = greater(a->low, (uint64_t)a->least & mask(width));
        a->high = lesser(a->high, (uint64_t)a->most & mask(width));
    }
}

static bool tighten(word_set *a, uint32_t width) {
    uint64_t all = mask(width), flip = sign(width), known = a->known,
             flipped = a->bits ^ (flip & known), least = ((uint64_t)a->least & all) ^ flip,
             most = ((uint64_t)a->most & all) ^ flip;
    if (!at_least(&a->low, known, a->bits, all) || !at_most(&a->high, known, a->bits, all) ||
        !at_least(&least, known, flipped, all) || !at_most(&most, known, flipped, all))
        return false;
    a->least = number(least ^ flip, width);
    a->most = number(most ^ flip, width);
    return true;
}

static word_set agree(word_set a, uint32_t width) {
    for (int round = 0; round < 3; round++) {
        word_set before = a;
        if (a.low > a.high || a.least > a.most) return none;
        meet_signs(&a, width);
        if (a.low > a.high || a.least > a.most || !tighten(&a, width)) return none;
        if (a.low > a.high || a.least > a.most || !bits_agree(&a, width)) return none;
        common_bits(&a, width);
        if (words_same(&a, &before)) break;
    }
    return a;
}

bool words_same(const word_set *a, const word_set *b) {
    return a->low == b->low && a->high == b->high && a->least == b->least && a->most == b->most &&
           a->known == b->known && a->bits == b->bits;
}

word_set words_meet(const word_set *a, const word_set *b, uint32_t width) {
    if (words_empty(a) || words_empty(b) || ((a->bits ^ b->bits) & a->known & b->known))
        return none;
    return agree((word_set){.low = greater(a->low, b->low),
                            .high = lesser(a->high, b->high),
                            .least = a->least > b->least ? a->least : b->least,
                            .most = a->most < b->most ? a->most : b->most,
                            .known = a->known | b->known,
                            .bits = a->bits | b->bits},
                 width);
}

word_set words_hull(const word_set *a, const word_set *b) {
    if (words_empty(a)) return *b;
    if (words_empty(b)) return *a;
    uint64_t known = a->known & b->known & ~(a->bits ^ b->bits);
    return (word_set){.low = lesser(a->low, b->low),
                      .high = greater(a->high, b->high),
                      .least = a->least < b->least ? a->least : b->least,
                      .most = a->most > b->most ? a->most : b->most,
                      .known = known,
                      .bits = a->bits & known};
}

/* low..high */
static word_set words_unsigned(uint64_t low, uint64_t high, uint32_t width) {
    word_set r = widest(width);
    if (low > high || low > mask(width)) return none;
    r.low = low;
    r.high = lesser(high, mask(width));
    return agree(r, width);
}

static word_set words_signed(int64_t least, int64_t most, uint32_t width) {
    word_set r = widest(width);
    if (least > r.least) r.least = least;
    if (most < r.most) r.most = most;
    return agree(r, width);
}

static word_set with_bits(word_set a, uint64_t known, uint64_t bits, uint32_t width) {
    word_set other = widest(width);
    other.known = known & mask(width);
    other.bits = bits & other.known;
    return words_meet(&a, &other, width);
}

/* ---- numbers without a limit, and back ---- */

/* the signed interval has fewer */
static bool words_signs(const word_set *a) {
    return (uint64_t)a->most - (uint64_t)a->least <= a->high - a->low;
}

wide_span words_span(const word_set *a, uint32_t width) {
    (void)width;
    return words_signs(a) ? (wide_span){a->least, a->most} : (wide_span){a->low, a->high};
}

/* low..high moved by a multiple of 2^width to where it begins in from..from + 2^width; false: it
 * passes the end. */
static bool moved(wide *low, wide *high, wide from, uint32_t width) {
    wide size = (wide)1 << width, by = (*low - from) % size;
    if (by < 0) by += size;
    *high = *high - *low + from + by;
    *low = from + by;
    return *high < from + size;
}

word_set words_of(wide low, wide high, uint32_t width) {
    word_set r = widest(width);
    wide l = low, h = high;
    if (low > high) return none;
    if (high - low >= (wide)1 << width) return r;
    if (moved(&l, &h, 0, width)) r.low = (uint64_t)l, r.high = (uint64_t)h;
    l = low, h = high;
    if (moved(&l, &h, -((wide)1 << (width - 1)), width)) r.least = (int64_t)l, r.most = (int64_t)h;
    return agree(r, width);
}

/* ---- sums and products ---- */

static uint32_t known_low(const word_set *a, uint32_t width) {
    uint64_t open = ~a->known & mask(width);
    return open ? (uint32_t)__builtin_ctzll(open) : width;
}

static uint32_t zeros_low(const word_set *a, uint32_t width) {
    uint64_t open = ~(a->known & ~a->bits) & mask(width);
    return open ? (uint32_t)__builtin_ctzll(open) : width;
}

static uint64_t low_mask(uint32_t n) { return n ? mask(n) : 0; }

static word_set sum(uint32_t n, const word_set *const *args, uint32_t width) {
    wide_span all = {0, 0};
    uint64_t bits = 0;
    uint32_t known = width;
    for (uint32_t i = 0; i < n; i++) {
        wide_span a = words_span(args[i], width);
        all.low += a.low;
        all.high += a.high;
        bits += args[i]->bits;
        uint32_t k = known_low(args[i], width);
        known = k < known ? k : known;
    }
    return with_bits(words_of(all.low, all.high, width), low_mask(known), bits, width);
}

/* The hull of the products of the ends; false: too large to say. */
static bool product_span(wide_span a, wide_span b, wide_span *r) {
    const wide x[] = {a.low, a.high}, y[] = {b.low, b.high};
    for (int i = 0; i < 4; i++) {
        wide z;
        if (__builtin_mul_overflow(x[i & 1], y[i >> 1], &z)) return false;
        if (!i || z < r->low) r->low = z;
        if (!i || z > r->high) r->high = z;
    }
    return true;
}

static word_set product(const word_set *a, const word_set *b, uint32_t width) {
    wide_span r;
    uint32_t zeros = zeros_low(a, width) + zeros_low(b, width);
    if (zeros > width) zeros = width;
    word_set p = widest(width);
    if (product_span(words_span(a, width), words_span(b, width), &r))
        p = words_of(r.low, r.high, width);
    return with_bits(p, low_mask(zeros), 0, width);
}

/* ---- bits ---- */

static bool is_prefix(uint64_t x, uint32_t width) { /* ones, then zeros */
    uint64_t low = ~x & mask(width);
    return !(low & (low + 1));
}

/* Cut off the low bits: both orders remain. */
static word_set cut_low(const word_set *a, uint64_t m, uint32_t width) {
    word_set r = {.low = a->low & m,
                  .high = a->high & m,
                  .least = number((uint64_t)a->least & m, width),
                  .most = number((uint64_t)a->most & m, width),
                  .known = a->known | (~m & mask(width)),
                  .bits = a->bits & m};
    return agree(r, width);
}

static word_set both(const word_set *a, const word_set *b, uint32_t width) {
    uint64_t zeros = (a->known & ~a->bits) | (b->known & ~b->bits), ones = a->bits & b->bits,
             all = mask(width);
    if (words_one(b) && !(~b->low & all & ~(a->known & ~a->bits))) return *a;
    if (words_one(b) && is_prefix(b->low, width)) return cut_low(a, b->low, width);
    if (words_one(b) && !(b->low & (b->low + 1)) && b->low) { /* the low bits */
        uint32_t n = (uint32_t)__builtin_popcountll(b->low);
        word_set low = words_extract(a, width, n - 1, 0);
        return words_extend(&low, n, width, false);
    }
    word_set r = widest(width);
    r.high = lesser(a->high, b->high);
    return with_bits(agree(r, width), zeros | ones, ones, width);
}

static word_set complement(const word_set *a, uint32_t width) {
    uint64_t all = mask(width);
    if (words_empty(a)) return none;
    return (word_set){~a->high & all, ~a->low & all, ~a->most,
                      ~a->least,      a->known,      ~a->bits & a->known};
}

static word_set either(const word_set *a, const word_set *b, uint32_t width) {
    word_set x = complement(a, width), y = complement(b, width), r = both(&x, &y, width);
    return complement(&r, width);
}

static word_set differing(const word_set *a, const word_set *b, uint32_t width) {
    return with_bits(widest(width), a->known & b->known, a->bits ^ b->bits, width);
}

word_set words_extract(const word_set *a, uint32_t from, uint32_t high, uint32_t low) {
    uint32_t width = high - low + 1;
    word_set u = words_of((wide)(a->low >> low), (wide)(a->high >> low), width),
             s = words_of((wide)(a->least >> low), (wide)(a->most >> low), width);
    (void)from;
    return with_bits(words_meet(&u, &s, width), a->known >> low, a->bits >> low, width);
}

word_set words_extend(const word_set *a, uint32_t from, uint32_t width, bool is_signed) {
    if (is_signed) {
        word_set r = words_signed(a->least, a->most, width);
        uint64_t below = mask(from) >> 1;
        return with_bits(r, a->known & below, a->bits, width);
    }
    word_set r = words_unsigned(a->low, a->high, width);
    return with_bits(r, a->known | ~mask(from), a->bits, width);
}

word_set words_concat(const word_set *a, const word_set *b, uint32_t low_width, uint32_t width) {
    word_set r =
        words_unsigned(a->low << low_width | b->low, a->high << low_width | b->high, width);
    return with_bits(r, a->known << low_width | b->known, a->bits << low_width | b->bits, width);
}

/* ---- division and shifts ---- */

static word_set quotient(const word_set *a, const word_set *b, uint32_t width) {
    if (!b->low) return widest(width);
    return words_unsigned(a->low / b->high, a->high / b->low, width);
}

static word_set remainder_of(const word_set *a, const word_set *b, uint32_t width) {
    if (b->low && a->high < b->low) return *a;
    if (words_one(b) && b->low && a->low / b->low == a->high / b->low)
        return words_unsigned(a->low % b->low, a->high % b->low, width);
    return words_unsigned(0, b->low ? lesser(a->high, b->high - 1) : a->high, width);
}

static word_set signed_quotient(const word_set *a, const word_set *b, uint32_t width) {
    wide most = magnitude(a->least) > magnitude(a->most) ? magnitude(a->least) : magnitude(a->most);
    if (b->least <= 0 && b->most >= 0) return words_of(most ? -most : -1, most ? most : 1, width);
    const wide x[] = {a->least, a->most}, y[] = {b->least, b->most};
    wide low = 0, high = 0;
    for (int i = 0; i < 4; i++) {
        wide z = x[i & 1] / y[i >> 1];
        if (!i || z < low) low = z;
        if (!i || z > high) high = z;
    }
    return words_of(low, high, width);
}

static word_set signed_remainder(const word_set *a, const word_set *b, uint32_t width) {
    wide limit = (wide)1 << width;
    if (b->least > 0 || b->most < 0) {
        wide x = magnitude(b->least), y = magnitude(b->most), near = x < y ? x : y;
        limit = (x > y ? x : y) - 1;
        if (magnitude(a->least) < near && magnitude(a->most) < near) return *a;
    }
    wide low = a->least < 0 ? a->least : 0, high = a->most > 0 ? a->most : 0;
    return words_of(low < -limit ? -limit : low, high > limit ? limit : high, width);
}

static word_set shift_left(const word_set *a, const word_set *b, uint32_t width) {
    if (b->low >= width) return words_point(0, width);
    if (b->high >= width) return widest(width);
    wide_span r;
    if (!product_span(words_span(a, width), (wide_span){(wide)1 << b->low, (wide)1 << b->high}, &r))
        return widest(width);
    return words_of(r.low, r.high, width);
}

static word_set shift_right(const word_set *a, const word_set *b, uint32_t width) {
    if (b->low >= width) return words_point(0, width);
    return words_unsigned(b->high >= width ? 0 : a->low >> b->high, a->high >> b->low, width);
}

static word_set shift_arithmetic(const word_set *a, const word_set *b, uint32_t width) {
    uint64_t few = lesser(b->low, width - 1), many = lesser(b->high, width - 1);
    return words_signed(a->least >> (a->least < 0 ? few : many),
                        a->most >> (a->most < 0 ? many : few), width);
}

/* One case an operation. */
static word_set apply_two(enum op op, const word_set *a, const word_set *b, uint32_t width) {
    switch (op) {
    case OP_BVMUL: return product(a, b, width);
    case OP_BVAND: return words_one(a) ? both(b, a, width) : both(a, b, width);
    case OP_BVOR: return words_one(a) ? either(b, a, width) : either(a, b, width);
    case OP_BVXOR: return differing(a, b, width);
    case OP_BVUDIV: return quotient(a, b, width);
    case OP_BVUREM: return remainder_of(a, b, width);
    case OP_BVSDIV: return signed_quotient(a, b, width);
    case OP_BVSREM: return signed_remainder(a, b, width);
    case OP_BVSHL: return shift_left(a, b, width);
    case OP_BVLSHR: return shift_right(a, b, width);
    case OP_BVASHR: return shift_arithmetic(a, b, width);
    default: return widest(width);
    }
}

word_set words_apply(enum op op, uint32_t n, const word_set *const *args, uint32_t width) {
    if (op == OP_BVADD) return sum(n, args, width);
    if (op == OP_BVNOT) return complement(args[0], width);
    word_set r = *args[0];
    for (uint32_t i = 1; i < n && !words_empty(&r); i++) r = apply_two(op, &r, args[i], width);
    return r;
}

/* ---- predicates ---- */

static void outside(wide low, wide high, wide least, wide most, bool *can_true, bool *can_false) {
    *can_true = low < least || high > most;
    *can_false = high >= least && low <= most;
}

static void overflow(enum op op, const word_set *a, const word_set *b, uint32_t width,
                     bool *can_true, bool *can_false) {
    bool is_signed = op == OP_BVSADDO || op == OP_BVSSUBO || op == OP_BVSMULO;
    wide_span x = {a->least, a->most}, y = {b->least, b->most}, r;
    wide top = (wide)1 << width;
    *can_true = *can_false = true;
    if (!is_signed) x = (wide_span){a->low, a->high}, y = (wide_span){b->low, b->high};
    if (op == OP_BVSADDO || op == OP_BVUADDO) r = (wide_span){x.low + y.low, x.high + y.high};
    else if (op == OP_BVSSUBO) r = (wide_span){x.low - y.high, x.high - y.low};
    else if ((op != OP_BVSMULO && op != OP_BVUMULO) || !product_span(x, y, &r)) return;
    outside(r.low, r.high, is_signed ? -top / 2 : 0, is_signed ? top / 2 - 1 : top - 1, can_true,
            can_false);
}

void words_compare(enum op op, const word_set *a, const word_set *b, uint32_t width, bool *can_true,
                   bool *can_false) {
    word_set m;
    switch (op) {
    case OP_BVULT: *can_true = a->low < b->high, *can_false = a->high >= b->low; return;
    case OP_BVSLT: *can_true = a->least < b->most, *can_false = a->most >= b->least; return;
    case OP_EQ:
        m = words_meet(a, b, width);
        *can_true = !words_empty(&m);
        *can_false = !words_one(a) || !words_one(b) || a->low != b->low;
        return;
    default: overflow(op, a, b, width, can_true, can_false);
    }
}

/* ---- the other way ---- */

word_set words_before_extract(const word_set *r, const word_set *a, uint32_t from, uint32_t high,
                              uint32_t low) {
    word_set x = with_bits(widest(from), r->known << low, r->bits << low, from);
    if (words_empty(&x)) return x;
    uint64_t above = high + 1 < 64 ? ~mask(high + 1) & mask(from) : 0;
    if ((a->low ^ a->high) & above) return x;
    word_set between = words_unsigned((a->low & above) | r->low << low,
                                      (a->low & above) | r->high << low | low_mask(low), from);
    return words_meet(&x, &between, from);
}

word_set words_before_extend(const word_set *r, uint32_t from, uint32_t width, bool is_signed) {
    (void)width;
    uint64_t m = is_signed ? mask(from) >> 1 : mask(from);
    word_set x =
        is_signed ? words_signed(r->least, r->most, from) : words_unsigned(r->low, r->high, from);
    return words_empty(&x) ? x : with_bits(x, r->known & m, r->bits, from);
}

static wide floor_of(wide a, wide b) { return a / b - (a % b < 0); } /* b > 0 */

/* Of r = factor * a. */
word_set words_before_scale(const word_set *r, const word_set *factor, const word_set *a,
                            uint32_t width) {
    if (!words_one(factor) || !factor->low) return widest(width);
    if (factor->least == -1) {
        wide_span x = words_span(r, width);
        return words_of(-x.high, -x.low, width);
    }
    wide by = factor->least, top = (wide)1 << (width - 1);
    if (by > 0 && a->least * by >= -top && a->most * by < top)
        return words_of(-floor_of(-(wide)r->least, by), floor_of(r->most, by), width);
    by = (wide)factor->low;
    if ((wide)a->high <= ((wide)mask(width)) / by)
        return words_of(-floor_of(-(wide)r->low, by), floor_of((wide)r->high, by), width);
    return widest(width);
}

bool words_order(word_set *a, word_set *b, uint32_t width, bool is_signed, bool or_same) {
    word_set below, above;
    if (is_signed) {
        wide most = (wide)b->most - !or_same, least = (wide)a->least + !or_same;
        if (most < INT64_MIN || least > INT64_MAX) return false;
        below = words_signed(INT64_MIN, (int64_t)most, width);
        above = words_signed((int64_t)least, INT64_MAX, width);
    } else {
        if (!or_same && (!b->high || a->low == mask(width))) return false;
        below = words_unsigned(0, b->high - !or_same, width);
        above = words_unsigned(a->low + !or_same, mask(width), width);
    }
    *a = words_meet(a, &below, width);
    *b = words_meet(b, &above, width);
    return !words_empty(a) && !words_empty(b);
}
