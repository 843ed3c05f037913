#include "solver/icp/number.h"

#include "base/vec.h"

#include <string.h>

#define INTEGER_LIMIT ((int64_t)1 << 62)
#define REAL_LIMIT 0x7fefffffffffffffll /* the gap from the largest double but one on */
#define TINY 0x1p-1000 /* below it conversions of rationals to doubles need not be exact */

/* ---- cells ---- */

int64_t cell_most(bool integer) { return integer ? INTEGER_LIMIT : REAL_LIMIT; }
int64_t cell_least(bool integer) { return -cell_most(integer); }

bool cell_is_point(bool integer, int64_t cell) {
    return integer ? cell != INTEGER_LIMIT && cell != -INTEGER_LIMIT : !(cell & 1);
}

static double double_at(int64_t cell) {
    uint64_t bits = cell < 0 ? (uint64_t)-cell | 1ull << 63 : (uint64_t)cell;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static int64_t cell_at(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int64_t size = (int64_t)(bits & ~(1ull << 63));
    return bits >> 63 ? -size : size;
}

void cell_value(int64_t cell, bool integer, mpq_t out) {
    if (integer) mpq_set_si(out, cell, 1);
    else mpq_set_d(out, double_at(cell));
}

/* By value where reals are moderate; small integers are parted from large ones first. */
int64_t cell_split(bool integer, int64_t lo, int64_t hi) {
    assert_debug(lo < hi);
    if (lo < 0 && hi >= 0) return -1;
    uint64_t wide = (uint64_t)hi - (uint64_t)lo;
    int64_t half = lo + (int64_t)(wide / 2);
    if (integer) {
        uint32_t size = 64 - (uint32_t)__builtin_clzll(wide);
        int64_t step = (int64_t)1 << (size / 2);
        return size < 20 ? half : lo >= 0 ? lo + step : hi - step - 1;
    }
    double a = double_at(lo), b = double_at(hi);
    if (a < -1e9 || b > 1e9) return half;
    int64_t middle = cell_at(a + (b - a) / 2);
    return middle >= lo && middle < hi ? middle : half;
}

/* ---- edges ---- */

static void edge_at_double(number_edge *e, double at) {
    mpq_set_d(e->at, at);
    e->infinite = 0;
}

static void edge_below(number_edge *e, bool integer, int64_t cell) {
    e->infinite = 0;
    e->open = !integer && (cell & 1);
    if (cell == cell_least(integer)) e->infinite = -1;
    else if (integer) mpq_set_si(e->at, cell, 1);
    else edge_at_double(e, double_at(e->open ? cell - 1 : cell));
}

static void edge_negate(number_edge *e) {
    mpq_neg(e->at, e->at);
    e->infinite = (int8_t)-e->infinite;
}

static void edge_above(number_edge *e, bool integer, int64_t cell) {
    edge_below(e, integer, -cell);
    edge_negate(e);
}

static bool is_integral(const mpq_t x) { return !mpz_cmp_ui(mpq_denref(x), 1); }

static int64_t integer_from(const number_edge *e) {
    mpz_t up;
    mpz_init(up);
    mpz_cdiv_q(up, mpq_numref(e->at), mpq_denref(e->at));
    if (e->open && is_integral(e->at)) mpz_add_ui(up, up, 1);
    int64_t cell = mpz_sgn(up) < 0 ? -INTEGER_LIMIT : INTEGER_LIMIT;
    if (mpz_sizeinbase(up, 2) <= 62) cell = mpz_get_si(up);
    mpz_clear(up);
    return cell;
}

/* The cell of a double that is the number, or its neighbour towards zero. */
static int64_t beside(const number_edge *e, double toward_zero) {
    mpq_t at;
    int64_t cell = cell_at(toward_zero);
    mpq_init(at);
    mpq_set_d(at, toward_zero);
    int side = mpq_cmp(e->at, at);
    mpq_clear(at);
    if (cell & 1) return cell;
    return side ? cell + side : cell + e->open;
}

static int compare_double(const mpq_t x, double y) {
    mpq_t at;
    mpq_init(at);
    mpq_set_d(at, y);
    int order = mpq_cmp(x, at);
    mpq_clear(at);
    return order > 0 ? 1 : order < 0 ? -1 : 0;
}

static int64_t real_from(const number_edge *e) {
    int sign = mpq_sgn(e->at);
    double last = double_at(REAL_LIMIT - 1);
    if (!sign) return e->open;
    if (compare_double(e->at, last) > 0) return REAL_LIMIT;
    if (compare_double(e->at, -last) < 0) return -REAL_LIMIT;
    if (compare_double(e->at, TINY) < 0 && compare_double(e->at, -TINY) > 0)
        return sign > 0 ? 1 : cell_at(-TINY);
    return beside(e, mpq_get_d(e->at));
}

/* The first cell that has something from the edge on. */
static int64_t cell_from(const number_edge *e, bool integer) {
    if (e->infinite) return e->infinite < 0 ? cell_least(integer) : cell_most(integer);
    return integer ? integer_from(e) : real_from(e);
}

static int64_t cell_to(number_edge *e, bool integer) {
    edge_negate(e);
    int64_t cell = -cell_from(e, integer);
    edge_negate(e);
    return cell;
}

/* Smaller, or as small and closed where the other is open. */
static bool lower(const number_edge *a, const number_edge *b) {
    int order = a->infinite || b->infinite ? a->infinite - b->infinite : mpq_cmp(a->at, b->at);
    return order ? order < 0 : !a->open && b->open;
}
static bool higher(const number_edge *a, const number_edge *b) {
    int order = a->infinite || b->infinite ? a->infinite - b->infinite : mpq_cmp(a->at, b->at);
    return order ? order > 0 : !a->open && b->open;
}

static void edge_copy(number_edge *to, const number_edge *from) {
    mpq_set(to->at, from->at);
    to->infinite = from->infinite;
    to->open = from->open;
}

static bool is_zero(const number_edge *e) { return !e->infinite && !mpq_sgn(e->at); }
static int sign_of(const number_edge *e) { return e->infinite ? e->infinite : mpq_sgn(e->at); }

/* Nought times anything is nought, and is taken where the nought is. */
static void edge_multiply(number_edge *out, const number_edge *a, const number_edge *b) {
    bool zero = is_zero(a) || is_zero(b);
    out->infinite = zero || (!a->infinite && !b->infinite) ? 0 : (int8_t)(sign_of(a) * sign_of(b));
    out->open = zero ? !((is_zero(a) && !a->open) || (is_zero(b) && !b->open)) : a->open || b->open;
    if (zero || out->infinite) mpq_set_si(out->at, 0, 1);
    else mpq_mul(out->at, a->at, b->at);
}

/* ---- extents ---- */

void extent_init(extent *x) {
    *x = (extent){0};
    mpq_init(x->lo.at);
    mpq_init(x->hi.at);
}

void extent_clear(extent *x) {
    mpq_clear(x->lo.at);
    mpq_clear(x->hi.at);
}

void extent_of_cells(extent *x, bool integer, int64_t lo, int64_t hi) {
    assert_debug(lo <= hi);
    edge_below(&x->lo, integer, lo);
    edge_above(&x->hi, integer, hi);
}

void extent_of_value(extent *x, const mpq_t value) {
    mpq_set(x->lo.at, value);
    mpq_set(x->hi.at, value);
    x->lo.infinite = x->hi.infinite = 0;
    x->lo.open = x->hi.open = false;
}

void extent_cells(const extent *x, bool integer, int64_t *lo, int64_t *hi) {
    number_edge up = x->hi; /* negated and back: the same again */
    *lo = cell_from(&x->lo, integer);
    *hi = cell_to(&up, integer);
}

static void edge_add(number_edge *sum, const number_edge *more) {
    mpq_add(sum->at, sum->at, more->at);
    if (!sum->infinite) sum->infinite = more->infinite;
    sum->open |= more->open;
}

void extent_add(extent *sum, const extent *more) {
    edge_add(&sum->lo, &more->lo);
    edge_add(&sum->hi, &more->hi);
}

void extent_negate(extent *x) {
    number_edge old = x->lo;
    x->lo = x->hi;
    x->hi = old;
    edge_negate(&x->lo);
    edge_negate(&x->hi);
}

/* A product of two factors is least and greatest at corners. */
void extent_multiply(extent *product, const extent *by) {
    const number_edge *a[2] = {&product->lo, &product->hi}, *b[2] = {&by->lo, &by->hi};
    extent out, corner;
    extent_init(&out);
    extent_init(&corner);
    for (int i = 0; i < 4; i++) {
        edge_multiply(&corner.lo, a[i & 1], b[i >> 1]);
        if (!i || lower(&corner.lo, &out.lo)) edge_copy(&out.lo, &corner.lo);
        if (!i || higher(&corner.lo, &out.hi)) edge_copy(&out.hi, &corner.lo);
    }
    extent_clear(&corner);
    extent_clear(product);
    *product = out;
}

/* Of an edge of numbers of one sign; that of a nought is without end, with their sign. */
static void edge_invert(number_edge *e, int sign) {
    if (e->infinite) {
        e->infinite = 0;
        e->open = true;
        mpq_set_si(e->at, 0, 1);
    } else if (is_zero(e)) e->infinite = (int8_t)sign;
    else mpq_inv(e->at, e->at);
}

bool extent_invert(extent *x) {
    bool positive = sign_of(&x->lo) > 0 || (is_zero(&x->lo) && x->lo.open),
         negative = sign_of(&x->hi) < 0 || (is_zero(&x->hi) && x->hi.open);
    if (positive == negative) return false;
    number_edge old = x->lo;
    x->lo = x->hi;
    x->hi = old;
    edge_invert(&x->lo, positive ? 1 : -1);
    edge_invert(&x->hi, positive ? 1 : -1);
    return true;
}

static void edge_floor(number_edge *e, bool below) {
    if (e->infinite) return;
    bool less = !below && e->open && is_integral(e->at);
    mpz_fdiv_q(mpq_numref(e->at), mpq_numref(e->at), mpq_denref(e->at));
    mpz_set_ui(mpq_denref(e->at), 1);
    if (less) mpz_sub_ui(mpq_numref(e->at), mpq_numref(e->at), 1);
    e->open = false;
}

void extent_floor(extent *x) {
    edge_floor(&x->lo, true);
    edge_floor(&x->hi, false);
}
