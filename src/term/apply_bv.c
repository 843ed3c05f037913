/* Bool and bit-vector operations on values: machine words up to 64 bits, GMP above. */
#include "term/value_internal.h"

static int64_t to_signed(uint64_t x, uint32_t w) {
    return w == 64 ? (int64_t)x : (int64_t)(x << (64 - w)) >> (64 - w);
}

static uint64_t sdiv(int64_t x, int64_t y, uint32_t w) {
    if (y == 0) return x < 0 ? 1 : mask64(w);
    if (y == -1) return 0 - (uint64_t)x; /* also the one that overflows */
    return (uint64_t)(x / y);
}

static uint64_t srem(int64_t x, int64_t y) {
    if (y == 0) return (uint64_t)x;
    return y == -1 ? 0 : (uint64_t)(x % y);
}

static uint64_t smod(int64_t x, int64_t y) {
    int64_t r = (int64_t)srem(x, y);
    return (uint64_t)(r && y && (r < 0) != (y < 0) ? r + y : r);
}

static bool fits_signed(__int128 x, uint32_t w) {
    __int128 limit = (__int128)1 << (w - 1);
    return x >= -limit && x < limit;
}

/* Overflow predicates; the exact result decides. */
static bool overflow(enum op op, uint64_t x, uint64_t y, uint32_t w) {
    __int128 a = to_signed(x, w), b = to_signed(y, w);
    unsigned __int128 top = (unsigned __int128)1 << w;
    switch (op) {
    case OP_BVNEGO: return !fits_signed(-a, w);
    case OP_BVUADDO: return (unsigned __int128)x + y >= top;
    case OP_BVSADDO: return !fits_signed(a + b, w);
    case OP_BVUSUBO: return x < y;
    case OP_BVSSUBO: return !fits_signed(a - b, w);
    case OP_BVUMULO: return (unsigned __int128)x * y >= top;
    case OP_BVSMULO: return !fits_signed(a * b, w);
    default: return !fits_signed(-a, w) && b == -1; /* BVSDIVO */
    }
}

static uint64_t rotate(uint64_t x, uint32_t by, uint32_t w) {
    by %= w;
    return by ? x << by | x >> (w - by) : x;
}

/* Binary operations; the result is truncated by the caller. */
static uint64_t binary(enum op op, uint64_t x, uint64_t y, uint32_t w) {
    int64_t a = to_signed(x, w), b = to_signed(y, w);
    switch (op) {
    case OP_AND:
    case OP_BVAND: return x & y;
    case OP_OR:
    case OP_BVOR: return x | y;
    case OP_XOR:
    case OP_BVXOR: return x ^ y;
    case OP_BVNAND: return ~(x & y);
    case OP_BVNOR: return ~(x | y);
    case OP_BVXNOR: return ~(x ^ y);
    case OP_BVADD: return x + y;
    case OP_BVSUB: return x - y;
    case OP_BVMUL: return x * y;
    case OP_BVUDIV: return y ? x / y : ~0ull;
    case OP_BVUREM: return y ? x % y : x;
    case OP_BVSDIV: return sdiv(a, b, w);
    case OP_BVSREM: return srem(a, b);
    case OP_BVSMOD: return smod(a, b);
    case OP_BVSHL: return y >= w ? 0 : x << y;
    case OP_BVLSHR: return y >= w ? 0 : x >> y;
    case OP_BVASHR: return (uint64_t)(a >> (y >= w ? w - 1 : y));
    case OP_EQ:
    case OP_BVCOMP: return x == y;
    case OP_BVULT: return x < y;
    case OP_BVULE: return x <= y;
    case OP_BVUGT: return x > y;
    case OP_BVUGE: return x >= y;
    case OP_BVSLT: return a < b;
    case OP_BVSLE: return a <= b;
    case OP_BVSGT: return a > b;
    case OP_BVSGE: return a >= b;
    default: return overflow(op, x, y, w);
    }
}

static uint64_t unary(enum op op, uint32_t i0, uint32_t i1, uint64_t x, uint32_t w) {
    switch (op) {
    case OP_NOT: return !x;
    case OP_BVNOT: return ~x;
    case OP_BVNEG: return 0 - x;
    case OP_EXTRACT: return x >> i1;
    case OP_SIGN_EXTEND: return (uint64_t)to_signed(x, w);
    case OP_ROTATE_LEFT: return rotate(x, i0, w);
    case OP_ROTATE_RIGHT: return rotate(x, w - i0 % w, w);
    case OP_BVNEGO: return overflow(op, x, 0, w);
    default: return x; /* ZERO_EXTEND, and n-ary operations of one argument */
    }
}

static uint64_t join(const terms *t, uint32_t n, const value *args) {
    uint64_t x = args[0].bits;
    for (uint32_t i = 1; i < n; i++)
        x = x << sort_width(t, args[i].sort) |
            args[i].bits; /* widths below 64: n > 1 and the sum fits */
    return x;
}

static bool implies(uint32_t n, const value *args) {
    for (uint32_t i = 0; i + 1 < n; i++)
        if (!args[i].bits) return true;
    return args[n - 1].bits;
}

static uint64_t repeat(uint64_t x, uint32_t times, uint32_t w) {
    uint64_t y = x;
    for (uint32_t i = 1; i < times; i++) y = y << w | x;
    return y;
}

bool apply_small(const terms *t, enum op op, uint32_t i0, uint32_t i1, uint32_t n,
                 const value *args, sort result, uint64_t *out) {
    assert_debug(op > 0 && op < OP_COUNT);
    assert_debug(sort_is_there(t, result));
    uint32_t w = sort_width(t, args[0].sort), wide = sort_width(t, result);
    uint64_t x = args[0].bits;
    if (w > 64 || wide > 64) return false;
    if (op == OP_CONCAT) x = join(t, n, args);
    else if (op == OP_REPEAT) x = repeat(x, i0, w);
    else if (op == OP_IMPLIES) x = implies(n, args);
    else if (n == 1) x = unary(op, i0, i1, x, w);
    else
        for (uint32_t i = 1; i < n; i++) x = binary(op, x, args[i].bits, w) & mask64(wide);
    *out = x & mask64(wide);
    return true;
}

/* ---- wide ---- */

typedef struct {
    mpz_t x, y, sx, sy, r;
    uint32_t w;
} big;

void bits_make_signed(mpz_t x, uint32_t w) {
    assert_debug(w >= 1);
    assert_debug(mpz_sgn(x) >= 0 && mpz_sizeinbase(x, 2) <= w);
    if (!mpz_tstbit(x, w - 1)) return;
    mpz_t top;
    mpz_init_set_ui(top, 1);
    mpz_mul_2exp(top, top, w);
    mpz_sub(x, x, top);
    mpz_clear(top);
}

static bool big_fits(const mpz_t x, uint32_t w, bool is_signed) {
    if (!is_signed) return mpz_sgn(x) >= 0 && mpz_sizeinbase(x, 2) <= w;
    if (mpz_sgn(x) >= 0) return mpz_sizeinbase(x, 2) < w;
    return mpz_sizeinbase(x, 2) < w || (mpz_sizeinbase(x, 2) == w && mpz_scan1(x, 0) == w - 1);
}

static bool big_overflow(big *b, enum op op) {
    switch (op) {
    case OP_BVNEGO: mpz_neg(b->r, b->sx); return !big_fits(b->r, b->w, true);
    case OP_BVUADDO: mpz_add(b->r, b->x, b->y); return !big_fits(b->r, b->w, false);
    case OP_BVSADDO: mpz_add(b->r, b->sx, b->sy); return !big_fits(b->r, b->w, true);
    case OP_BVUSUBO: return mpz_cmp(b->x, b->y) < 0;
    case OP_BVSSUBO: mpz_sub(b->r, b->sx, b->sy); return !big_fits(b->r, b->w, true);
    case OP_BVUMULO: mpz_mul(b->r, b->x, b->y); return !big_fits(b->r, b->w, false);
    case OP_BVSMULO: mpz_mul(b->r, b->sx, b->sy); return !big_fits(b->r, b->w, true);
    default: mpz_neg(b->r, b->sx); return mpz_cmp_si(b->sy, -1) == 0 && !big_fits(b->r, b->w, true);
    }
}

static void big_divide(big *b, enum op op) {
    bool is_signed = op == OP_BVSDIV || op == OP_BVSREM || op == OP_BVSMOD;
    bool quotient = op == OP_BVUDIV || op == OP_BVSDIV;
    __mpz_struct *x = is_signed ? b->sx : b->x, *y = is_signed ? b->sy : b->y;
    if (mpz_sgn(y) == 0) {
        if (quotient) mpz_set_si(b->r, mpz_sgn(x) < 0 ? 1 : -1);
        else mpz_set(b->r, x);
    } else if (quotient) mpz_tdiv_q(b->r, x, y);
    else if (op == OP_BVSMOD) mpz_fdiv_r(b->r, x, y);
    else mpz_tdiv_r(b->r, x, y);
}

static void big_shift(big *b, enum op op) {
    bool over = mpz_cmp_ui(b->y, b->w) >= 0;
    uint64_t by = over ? b->w : mpz_get_ui(b->y);
    if (op == OP_BVSHL) mpz_mul_2exp(b->r, b->x, by);
    else mpz_fdiv_q_2exp(b->r, op == OP_BVASHR ? b->sx : b->x, by);
}

static bool big_compare(big *b, enum op op) {
    int u = mpz_cmp(b->x, b->y), s = mpz_cmp(b->sx, b->sy);
    switch (op) {
    case OP_EQ:
    case OP_BVCOMP: return u == 0;
    case OP_BVULT: return u < 0;
    case OP_BVULE: return u <= 0;
    case OP_BVUGT: return u > 0;
    case OP_BVUGE: return u >= 0;
    case OP_BVSLT: return s < 0;
    case OP_BVSLE: return s <= 0;
    case OP_BVSGT: return s > 0;
    case OP_BVSGE: return s >= 0;
    default: return big_overflow(b, op);
    }
}

/* r := x op y, not yet truncated. */
static void big_binary(big *b, enum op op) {
    switch (op) {
    case OP_BVAND: mpz_and(b->r, b->x, b->y); return;
    case OP_BVOR: mpz_ior(b->r, b->x, b->y); return;
    case OP_BVXOR: mpz_xor(b->r, b->x, b->y); return;
    case OP_BVNAND:
        mpz_and(b->r, b->x, b->y);
        mpz_com(b->r, b->r);
        return;
    case OP_BVNOR:
        mpz_ior(b->r, b->x, b->y);
        mpz_com(b->r, b->r);
        return;
    case OP_BVXNOR:
        mpz_xor(b->r, b->x, b->y);
        mpz_com(b->r, b->r);
        return;
    case OP_BVADD: mpz_add(b->r, b->x, b->y); return;
    case OP_BVSUB: mpz_sub(b->r, b->x, b->y); return;
    case OP_BVMUL: mpz_mul(b->r, b->x, b->y); return;
    case OP_BVUDIV:
    case OP_BVUREM:
    case OP_BVSDIV:
    case OP_BVSREM:
    case OP_BVSMOD: big_divide(b, op); return;
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR: big_shift(b, op); return;
    default: mpz_set_ui(b->r, big_compare(b, op)); return;
    }
}

static void big_rotate(big *b, uint32_t by) {
    mpz_mul_2exp(b->r, b->x, by);
    mpz_fdiv_q_2exp(b->y, b->x, b->w - by);
    mpz_ior(b->r, b->r, b->y);
}

static void big_unary(big *b, enum op op, uint32_t i0, uint32_t i1) {
    switch (op) {
    case OP_BVNOT: mpz_com(b->r, b->x); return;
    case OP_BVNEG: mpz_neg(b->r, b->x); return;
    case OP_EXTRACT: mpz_fdiv_q_2exp(b->r, b->x, i1); return;
    case OP_SIGN_EXTEND: mpz_set(b->r, b->sx); return;
    case OP_ROTATE_LEFT: big_rotate(b, i0 % b->w); return;
    case OP_ROTATE_RIGHT: big_rotate(b, (b->w - i0 % b->w) % b->w); return;
    case OP_BVNEGO: mpz_set_ui(b->r, big_overflow(b, op)); return;
    case OP_REPEAT:
        mpz_set(b->r, b->x);
        for (uint32_t i = 1; i < i0; i++) mpz_mul_2exp(b->r, b->r, b->w), mpz_ior(b->r, b->r, b->x);
        return;
    default: mpz_set(b->r, b->x); return;
    }
}

static void big_concat(values *v, big *b, uint32_t n, const value *args) {
    for (uint32_t i = 0; i < n; i++) {
        mpz_mul_2exp(b->r, b->r, sort_width(v->t, args[i].sort));
        value_get_bits(v, args[i], b->x);
        mpz_ior(b->r, b->r, b->x);
    }
}

static void big_load(values *v, big *b, value x, value y) {
    value_get_bits(v, x, b->x);
    value_get_bits(v, y, b->y);
    mpz_set(b->sx, b->x);
    mpz_set(b->sy, b->y);
    bits_make_signed(b->sx, b->w);
    bits_make_signed(b->sy, b->w);
}

value apply_wide(values *v, enum op op, sort result, uint32_t i0, uint32_t i1, uint32_t n,
                 const value *args) {
    assert_debug(sort_is_there(v->t, result));
    assert_debug(n >= 1);
    big b = {.w = sort_width(v->t, args[0].sort)};
    mpz_inits(b.x, b.y, b.sx, b.sy, b.r, NULL);
    value a = args[0];
    bool predicate = sort_kind_of(v->t, result) == SORT_BOOL;
    if (op == OP_CONCAT) big_concat(v, &b, n, args);
    else if (n == 1) big_load(v, &b, a, a), big_unary(&b, op, i0, i1);
    for (uint32_t i = 1; op != OP_CONCAT && i < n; i++) {
        big_load(v, &b, a, args[i]);
        big_binary(&b, op);
        if (i + 1 < n) a = value_bits(v, result, b.r);
    }
    a = predicate ? value_bool(v->t, mpz_sgn(b.r) != 0) : value_bits(v, result, b.r);
    mpz_clears(b.x, b.y, b.sx, b.sy, b.r, NULL);
    return a;
}
