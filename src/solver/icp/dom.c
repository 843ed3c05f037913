/* Domains: sets of values that a node can have. */
#include "solver/icp/internal.h"
#include "base/fail.h"
#include "term/range.h"

#include <math.h>

bool span_format_of(const terms *t, sort s, uint8_t *format) {
    if (sort_kind_of(t, s) != SORT_FP) return false;
    uint32_t eb = sort_eb(t, s), sb = sort_sb(t, s);
    bool single = eb == 8 && sb == 24;
    *format = single ? SPAN_SINGLE : SPAN_DOUBLE;
    return single || (eb == 11 && sb == 53);
}

double span_of_bits(uint8_t format, uint64_t bits) {
    assert_debug(format <= SPAN_DOUBLE);
    if (format == SPAN_SINGLE) {
        uint32_t u = (uint32_t)bits;
        float x;
        memcpy(&x, &u, sizeof x);
        return (double)x;
    }
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

uint64_t span_to_bits(uint8_t format, double x) {
    assert_debug(format <= SPAN_DOUBLE);
    if (isnan(x)) return format == SPAN_SINGLE ? 0x7fc00000u : 0x7ff8000000000000ull;
    if (format == SPAN_SINGLE) {
        float y = (float)x;
        uint32_t u;
        memcpy(&u, &y, sizeof u);
        return u;
    }
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

dom dom_bool(bool can_true, bool can_false) {
    return (dom){.kind = DOM_BOOL,
                 .empty = !can_true && !can_false,
                 .can_true = can_true,
                 .can_false = can_false};
}

dom dom_float(span f) { return (dom){.kind = DOM_FLOAT, .empty = span_empty(f), .f = f}; }

dom dom_top(const terms *t, sort s) {
    assert_debug(sort_is_there(t, s));
    uint8_t format;
    if (sort_kind_of(t, s) == SORT_BOOL) return dom_bool(true, true);
    if (span_format_of(t, s, &format)) return dom_float(span_top());
    uint32_t w = sort_width(t, s);
    bool integer = sort_kind_of(t, s) == SORT_INT;
    if (integer || sort_kind_of(t, s) == SORT_REAL)
        return dom_number(integer ? DOM_INT : DOM_REAL, cell_least(integer), cell_most(integer));
    if (!sort_is_bv(t, s) || w > 64) return (dom){.kind = DOM_ANY};
    return (dom){.kind = DOM_WORD, .w = {0, bv_mask(w), bv_min(w), bv_max(w), 0, 0}};
}

dom dom_word_point(uint32_t width, uint64_t u) {
    assert_debug(width >= 1 && width <= 64);
    int64_t i = bv_signed(width, u);
    return (dom){.kind = DOM_WORD, .w = {u, u, i, i, ~u & bv_mask(width), u}};
}

static dom number_constant(terms *t, term c, enum dom_kind kind) {
    extent x;
    mpq_t at;
    int64_t lo, hi;
    mpq_init(at);
    extent_init(&x);
    require(term_get_mpq(t, c, at), "a number has a value");
    extent_of_value(&x, at);
    extent_cells(&x, kind == DOM_INT, &lo, &hi);
    extent_clear(&x);
    mpq_clear(at);
    return dom_number(kind, lo, hi);
}

dom dom_constant(terms *t, term c) {
    assert_debug(term_is_const(t, c));
    sort s = term_sort(t, c);
    dom top = dom_top(t, s);
    uint8_t format;
    if (top.kind == DOM_BOOL) return dom_bool(term_is_true(t, c), term_is_false(t, c));
    if (top.kind == DOM_FLOAT) {
        mpz_t bits;
        mpz_init(bits);
        require(term_get_mpz(t, c, bits) && span_format_of(t, s, &format),
                "a float constant has bits");
        double x = span_of_bits(format, mpz_get_ui(bits));
        mpz_clear(bits);
        return dom_float(span_point(x));
    }
    if (dom_is_number(&top)) return number_constant(t, c, (enum dom_kind)top.kind);
    uint64_t u;
    if (top.kind != DOM_WORD || !term_get_u64(t, c, &u)) return top;
    return dom_word_point(sort_width(t, s), u);
}

static uint64_t more(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t less(uint64_t a, uint64_t b) { return a < b ? a : b; }
static int64_t more_signed(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t less_signed(int64_t a, int64_t b) { return a < b ? a : b; }

dom dom_join(const dom *a, const dom *b) {
    assert_debug(a->empty || b->empty || a->kind == b->kind);
    if (a->empty || b->empty) return a->empty ? *b : *a;
    if (a->kind == DOM_BOOL)
        return dom_bool(a->can_true || b->can_true, a->can_false || b->can_false);
    if (a->kind == DOM_FLOAT) return dom_float(span_join(a->f, b->f));
    if (a->kind == DOM_ANY) return *a;
    if (dom_is_number(a))
        return dom_number((enum dom_kind)a->kind, less_signed(a->w.slo, b->w.slo),
                          more_signed(a->w.shi, b->w.shi));
    return (dom){.kind = DOM_WORD,
                 .w = {less(a->w.ulo, b->w.ulo), more(a->w.uhi, b->w.uhi),
                       less_signed(a->w.slo, b->w.slo), more_signed(a->w.shi, b->w.shi),
                       a->w.zeros & b->w.zeros, a->w.ones & b->w.ones}};
}

static dom word_meet(const word_dom *a, const word_dom *b, uint32_t width) {
    range r = {.kind = RANGE_BV,
               .width = (uint8_t)width,
               .ulo = more(a->ulo, b->ulo),
               .uhi = less(a->uhi, b->uhi),
               .slo = more_signed(a->slo, b->slo),
               .shi = less_signed(a->shi, b->shi),
               .zeros = a->zeros | b->zeros,
               .ones = a->ones | b->ones};
    range_bv_normalize(&r);
    return (dom){
        .kind = DOM_WORD, .empty = r.empty, .w = {r.ulo, r.uhi, r.slo, r.shi, r.zeros, r.ones}};
}

dom dom_meet(const dom *a, const dom *b, uint32_t width) {
    assert_debug(a->empty || b->empty || a->kind == b->kind);
    if (a->empty || b->empty) return a->empty ? *a : *b;
    if (a->kind == DOM_BOOL)
        return dom_bool(a->can_true && b->can_true, a->can_false && b->can_false);
    if (a->kind == DOM_FLOAT) return dom_float(span_meet(a->f, b->f));
    if (a->kind == DOM_ANY) return *a;
    if (dom_is_number(a))
        return dom_number((enum dom_kind)a->kind, more_signed(a->w.slo, b->w.slo),
                          less_signed(a->w.shi, b->w.shi));
    return word_meet(&a->w, &b->w, width);
}

bool dom_within(const dom *a, const dom *b) {
    assert_debug(a->empty || b->empty || a->kind == b->kind);
    if (a->empty || b->empty) return a->empty;
    switch (a->kind) {
    case DOM_BOOL: return (!a->can_true || b->can_true) && (!a->can_false || b->can_false);
    case DOM_FLOAT: return span_within(a->f, b->f);
    case DOM_WORD:
        return a->w.ulo >= b->w.ulo && a->w.uhi <= b->w.uhi && a->w.slo >= b->w.slo &&
               a->w.shi <= b->w.shi && !(b->w.zeros & ~a->w.zeros) && !(b->w.ones & ~a->w.ones);
    case DOM_INT:
    case DOM_REAL: return a->w.slo >= b->w.slo && a->w.shi <= b->w.shi;
    default: return true;
    }
}

bool dom_is_point(const dom *a, const icp_node *n, uint64_t *bits) {
    double x;
    if (a->empty) return false;
    switch (a->kind) {
    case DOM_BOOL: return *bits = a->can_true, a->can_true != a->can_false;
    case DOM_WORD: return *bits = a->w.ulo, a->w.ulo == a->w.uhi;
    case DOM_FLOAT:
        if (!span_is_point(a->f, &x)) return false;
        *bits = span_to_bits(n->format, x);
        return true;
    case DOM_INT:
    case DOM_REAL:
        *bits = (uint64_t)a->w.slo;
        return a->w.slo == a->w.shi && cell_is_point(a->kind == DOM_INT, a->w.slo);
    default: return false;
    }
}

value dom_value(icp_solver *s, term of, const dom *d, uint64_t bits) {
    assert_debug(term_is_there(s->base.terms, of));
    sort as = term_sort(s->base.terms, of);
    if (!dom_is_number(d)) return (value){as, bits};
    mpq_t at;
    mpq_init(at);
    cell_value((int64_t)bits, d->kind == DOM_INT, at);
    value v = value_number(s->points.pool, as, at);
    mpq_clear(at);
    return v;
}

static bool number_much_smaller(const word_dom *a, const word_dom *b) {
    uint64_t wide = (uint64_t)b->shi - (uint64_t)b->slo, now = (uint64_t)a->shi - (uint64_t)a->slo;
    return wide < 64 || now <= wide - wide / 16;
}

static bool word_much_smaller(const word_dom *a, const word_dom *b) {
    uint64_t wide = b->uhi - b->ulo, now = a->uhi - a->ulo, gain = wide / 16;
    uint64_t wide_signed = (uint64_t)b->shi - (uint64_t)b->slo,
             now_signed = (uint64_t)a->shi - (uint64_t)a->slo;
    if (a->zeros != b->zeros || a->ones != b->ones || wide < 64 || wide_signed < 64) return true;
    return now <= wide - gain || now_signed <= wide_signed - wide_signed / 16;
}

/* Most changes are worth it; a bound that creeps is not. */
bool dom_much_smaller(const dom *a, const dom *b) {
    assert_debug(a->empty || b->empty || a->kind == b->kind);
    if (a->kind == DOM_WORD) return word_much_smaller(&a->w, &b->w);
    if (dom_is_number(a)) return number_much_smaller(&a->w, &b->w);
    if (a->kind != DOM_FLOAT) return true;
    if (a->f.nan != b->f.nan || a->f.number != b->f.number) return true;
    if (!a->f.number) return false;
    double wide = b->f.hi - b->f.lo, now = a->f.hi - a->f.lo;
    if (!(wide > 0) || isinf(wide)) return true;
    return now == 0 || now < wide * 0.9375;
}

/* ---- splitting ---- */

int64_t span_rank(uint8_t format, double x) {
    assert_debug(format <= SPAN_DOUBLE);
    uint64_t bits = span_to_bits(format, x), sign = format == SPAN_SINGLE ? 1ull << 31 : 1ull << 63;
    return bits & sign ? -(int64_t)(bits & ~sign) - 1 : (int64_t)bits;
}
double span_of_rank(uint8_t format, int64_t r) {
    assert_debug(format <= SPAN_DOUBLE);
    uint64_t sign = format == SPAN_SINGLE ? 1ull << 31 : 1ull << 63;
    return span_of_bits(format, r < 0 ? (uint64_t)(-(r + 1)) | sign : (uint64_t)r);
}

static int64_t middle_rank(int64_t lo, int64_t hi) { return (int64_t)(((__int128)lo + hi) >> 1); }

/* The first part's last float. By value where the numbers are moderate, by rank otherwise. */
static int64_t split_rank(uint8_t format, span f) {
    int64_t lo = span_rank(format, f.lo), hi = span_rank(format, f.hi);
    double middle = f.lo + (f.hi - f.lo) / 2, size = fmax(fabs(f.lo), fabs(f.hi));
    int64_t at = middle_rank(lo, hi);
    if (size < 1e9 && size > 1e-12 && f.hi - f.lo > size * 1e-9) {
        int64_t by_value =
            span_rank(format, format == SPAN_SINGLE ? (double)(float)middle : middle);
        if (by_value >= lo && by_value < hi) at = by_value;
    }
    if (lo < 0 && hi >= 0 && f.lo == -INFINITY && f.hi == INFINITY) at = -1;
    return at >= hi ? hi - 1 : at;
}

static bool split_float(const dom *a, const icp_node *n, dom *first, dom *second) {
    span f = a->f;
    if (f.nan && f.number) {
        span nan = span_point((double)NAN);
        f.nan = false;
        *first = dom_float(f);
        *second = dom_float(nan);
        return true;
    }
    double x;
    if (span_is_point(f, &x)) return false;
    int64_t at = split_rank(n->format, f);
    *first = dom_float(span_numbers(f.lo, span_of_rank(n->format, at)));
    *second = dom_float(span_numbers(span_of_rank(n->format, at + 1), f.hi));
    return true;
}

static dom word_part(const dom *a, uint32_t width, uint64_t lo, uint64_t hi) {
    range r = range_bv_unsigned(width, lo, hi);
    dom part = {.kind = DOM_WORD, .w = {r.ulo, r.uhi, r.slo, r.shi, r.zeros, r.ones}};
    return dom_meet(a, &part, width);
}

/* Where the signs differ, by sign; otherwise in the middle. */
static bool split_word(const dom *a, const icp_node *n, dom *first, dom *second) {
    if (a->w.ulo == a->w.uhi) return false;
    uint64_t at = a->w.ulo + (a->w.uhi - a->w.ulo) / 2, sign = 1ull << (n->width - 1);
    if (a->w.ulo < sign && a->w.uhi >= sign) at = sign - 1;
    *first = word_part(a, n->width, a->w.ulo, at);
    *second = word_part(a, n->width, at + 1, a->w.uhi);
    return true;
}

static bool split_number(const dom *a, dom *first, dom *second) {
    if (a->w.slo == a->w.shi) return false;
    int64_t at = cell_split(a->kind == DOM_INT, a->w.slo, a->w.shi);
    *first = dom_number((enum dom_kind)a->kind, a->w.slo, at);
    *second = dom_number((enum dom_kind)a->kind, at + 1, a->w.shi);
    return true;
}

bool dom_split(const dom *a, const icp_node *n, dom *first, dom *second) {
    switch (a->kind) {
    case DOM_BOOL:
        *first = dom_bool(true, false);
        *second = dom_bool(false, true);
        return a->can_true && a->can_false;
    case DOM_FLOAT: return split_float(a, n, first, second);
    case DOM_WORD: return split_word(a, n, first, second);
    case DOM_INT:
    case DOM_REAL: return split_number(a, first, second);
    default: return false;
    }
}

/* Anywhere: by value where that is finite, by rank otherwise. */
static double random_number(const icp_node *n, span f, uint64_t chance) {
    int64_t lo = span_rank(n->format, f.lo), hi = span_rank(n->format, f.hi);
    double x = f.lo + (f.hi - f.lo) * ((double)(chance >> 11) * 0x1p-53);
    if (isfinite(x) && !(chance & 1)) {
        int64_t r = span_rank(n->format, n->format == SPAN_SINGLE ? (double)(float)x : x);
        if (r >= lo && r <= hi) return span_of_rank(n->format, r);
    }
    uint64_t many = (uint64_t)hi - (uint64_t)lo + 1;
    return span_of_rank(n->format, lo + (int64_t)(many ? (chance >> 1) % many : chance >> 1));
}

static double pick_number(const icp_node *n, span f, uint32_t which, uint64_t chance) {
    int64_t lo = span_rank(n->format, f.lo), hi = span_rank(n->format, f.hi);
    if (which > 3) return random_number(n, f, chance);
    if (which == 1) return f.lo;
    if (which == 2) return f.hi;
    if (f.lo <= 0 && f.hi >= 0 && which == 3) return span_before(f.hi, 0.0) ? f.hi : 0.0;
    double middle = f.lo + (f.hi - f.lo) / 2;
    if (isfinite(middle)) {
        int64_t r = span_rank(n->format, n->format == SPAN_SINGLE ? (double)(float)middle : middle);
        if (r >= lo && r <= hi) return span_of_rank(n->format, r);
    }
    return span_of_rank(n->format, middle_rank(lo, hi));
}

/* A cell; small numbers where there is a choice. */
static int64_t pick_cell(const dom *a, uint32_t which, uint64_t chance) {
    int64_t lo = a->w.slo, hi = a->w.shi, near = lo > 0 ? lo : hi < 0 ? hi : 0;
    uint64_t below = (uint64_t)near - (uint64_t)lo, above = (uint64_t)hi - (uint64_t)near;
    bool integer = a->kind == DOM_INT;
    switch (which) {
    case 0: return near;
    case 1: return lo != cell_least(integer) ? lo : near;
    case 2: return hi != cell_most(integer) ? hi : near;
    case 3: return lo < hi ? cell_split(integer, lo, hi) : lo;
    default: break;
    }
    uint64_t far = integer ? 1 + (chance >> 8) % 64 : (chance >> 8) & ~1ull;
    bool up = chance & 1 ? above > 0 : !below;
    uint64_t most = up ? above : below;
    far = most == UINT64_MAX || far <= most ? far : far % (most + 1);
    return up ? near + (int64_t)far : near - (int64_t)far;
}

uint64_t dom_pick(const dom *a, const icp_node *n, uint32_t which, uint64_t chance) {
    switch (a->kind) {
    case DOM_BOOL: return a->can_true && !(a->can_false && (which > 3 ? chance : which) & 1);
    case DOM_FLOAT:
        return span_to_bits(n->format,
                            a->f.number ? pick_number(n, a->f, which, chance) : (double)NAN);
    case DOM_INT:
    case DOM_REAL: return (uint64_t)pick_cell(a, which, chance);
    case DOM_WORD: {
        uint64_t x = which == 1   ? a->w.ulo
                     : which == 2 ? a->w.uhi
                                  : a->w.ulo + (a->w.uhi - a->w.ulo) / 2;
        if (which == 3 && a->w.ulo == 0) x = 0;
        uint64_t many = a->w.uhi - a->w.ulo + 1;
        if (which > 3) x = many ? a->w.ulo + chance % many : chance;
        return (x | a->w.ones) & ~a->w.zeros & bv_mask(n->width);
    }
    default: return 0;
    }
}
