#include "solver/icp/internal.h"
#include "base/log.h"
#include "base/fail.h"
#include "term/range.h"

/* ---- terms ---- */

static term number_at(terms *t, sort of, uint8_t format, int64_t rank) {
    mpz_t bits;
    mpz_init_set_ui(bits, span_to_bits(format, span_of_rank(format, rank)));
    term c = term_fp_bits(t, of, bits);
    mpz_clear(bits);
    return c;
}

/* Ranks tell the zeros apart; comparisons do not, but the sign does. */
static term float_term(terms *t, term x, bound b) {
    uint8_t format = SPAN_DOUBLE;
    int64_t rank = (int64_t)b.value;
    span_format_of(t, term_sort(t, x), &format);
    term c = number_at(t, term_sort(t, x), format, rank);
    switch (b.channel) {
    case CH_LO:
        return rank == 0 ? term_not(t, term_1(t, OP_FP_IS_NEG, x))
                         : term_not(t, term_2(t, OP_FP_LT, x, c));
    case CH_HI:
        return rank == -1 ? term_not(t, term_1(t, OP_FP_IS_POS, x))
                          : term_not(t, term_2(t, OP_FP_LT, c, x));
    case CH_NUMBER_LO: return rank == 0 ? term_1(t, OP_FP_IS_POS, x) : term_2(t, OP_FP_LE, c, x);
    default: return rank == -1 ? term_1(t, OP_FP_IS_NEG, x) : term_2(t, OP_FP_LE, x, c);
    }
}

static term word_term(terms *t, term x, bound b) {
    uint32_t w = term_width(t, x);
    term c = term_bv(t, w, b.value);
    switch (b.channel) {
    case CH_ULO: return term_not(t, term_2(t, OP_BVULT, x, c));
    case CH_UHI: return term_not(t, term_2(t, OP_BVULT, c, x));
    case CH_SLO: return term_not(t, term_2(t, OP_BVSLT, x, c));
    case CH_SHI: return term_not(t, term_2(t, OP_BVSLT, c, x));
    case CH_ZEROS: return term_eq(t, term_2(t, OP_BVAND, x, c), term_bv(t, w, 0));
    default: return term_eq(t, term_2(t, OP_BVAND, x, c), c);
    }
}

static term number_term(terms *t, term x, bound b) {
    bool integer = sort_kind_of(t, term_sort(t, x)) == SORT_INT, low = b.channel == CH_SLO;
    int64_t cell = (int64_t)b.value;
    if (cell == (low ? cell_least(integer) : cell_most(integer))) return term_true(t);
    bool open = !integer && (cell & 1);
    mpq_t at;
    mpq_init(at);
    cell_value(open ? (low ? cell - 1 : cell + 1) : cell, integer, at);
    term c = term_number(t, term_sort(t, x), at);
    mpq_clear(at);
    return low ? term_2(t, open ? OP_LT : OP_LE, c, x) : term_2(t, open ? OP_LT : OP_LE, x, c);
}

static bool is_number(const terms *t, sort s) {
    enum sort_kind k = sort_kind_of(t, s);
    return k == SORT_INT || k == SORT_REAL;
}

term bound_term(terms *t, term x, bound b) {
    assert_debug(term_is_there(t, x));
    if (is_number(t, term_sort(t, x))) return number_term(t, x, b);
    switch (b.channel) {
    case CH_TRUE: return x;
    case CH_FALSE: return term_not(t, x);
    case CH_NAN: return term_1(t, OP_FP_IS_NAN, x);
    case CH_NUMBER: return term_not(t, term_1(t, OP_FP_IS_NAN, x));
    default: return b.channel >= CH_ULO ? word_term(t, x, b) : float_term(t, x, b);
    }
}

/* ---- order ---- */

static bool float_implies(bound a, bound b) {
    bool low = a.channel == CH_LO || a.channel == CH_NUMBER_LO,
         high = a.channel == CH_HI || a.channel == CH_NUMBER_HI;
    bool strong = a.channel == CH_NUMBER_LO || a.channel == CH_NUMBER_HI;
    int64_t x = (int64_t)a.value, y = (int64_t)b.value;
    switch (b.channel) {
    case CH_NAN: return a.channel == CH_NAN;
    case CH_NUMBER: return strong || a.channel == CH_NUMBER;
    case CH_LO: return a.channel == CH_NAN || (low && x >= y);
    case CH_HI: return a.channel == CH_NAN || (high && x <= y);
    case CH_NUMBER_LO: return strong && low && x >= y;
    default: return strong && high && x <= y;
    }
}

bool bound_implies(bound a, bound b) {
    if (b.channel >= CH_NAN && b.channel <= CH_NUMBER_HI) return float_implies(a, b);
    if (a.channel != b.channel) return false;
    switch (b.channel) {
    case CH_ULO: return a.value >= b.value;
    case CH_UHI: return a.value <= b.value;
    case CH_SLO: return (int64_t)a.value >= (int64_t)b.value;
    case CH_SHI: return (int64_t)a.value <= (int64_t)b.value;
    case CH_ZEROS:
    case CH_ONES: return !(b.value & ~a.value);
    default: return true;
    }
}

/* ---- values ---- */

/* Of a variable with a value: where its cell begins and where it ends. */
static uint32_t bounds_of_number(terms *t, term c, bound *out, bool *exact) {
    dom d = dom_constant(t, c);
    *exact = d.w.slo == d.w.shi && cell_is_point(d.kind == DOM_INT, d.w.slo);
    out[0] = (bound){CH_SLO, (uint64_t)d.w.slo};
    out[1] = (bound){CH_SHI, (uint64_t)d.w.shi};
    return 2;
}

uint32_t bounds_of_value(terms *t, values *pool, value v, bool is_signed, bound *out, bool *exact) {
    assert_debug(sort_is_there(t, v.sort));
    uint8_t format;
    uint32_t w = sort_width(t, v.sort);
    *exact = true;
    if (is_number(t, v.sort)) return bounds_of_number(t, value_to_term(pool, v), out, exact);
    if (sort_kind_of(t, v.sort) == SORT_BOOL)
        return out[0] = (bound){v.bits ? CH_TRUE : CH_FALSE, 0}, 1;
    if (span_format_of(t, v.sort, &format)) {
        double x = span_of_bits(format, v.bits);
        if (x != x) return out[0] = (bound){CH_NAN, 0}, 1;
        uint64_t rank = (uint64_t)span_rank(format, x);
        out[0] = (bound){CH_NUMBER_LO, rank};
        out[1] = (bound){CH_NUMBER_HI, rank};
        return 2;
    }
    if (!sort_is_bv(t, v.sort) || w > 64) return 0;
    uint64_t c = is_signed ? (uint64_t)bv_signed(w, v.bits) : v.bits;
    out[0] = (bound){is_signed ? CH_SLO : CH_ULO, c};
    out[1] = (bound){is_signed ? CH_SHI : CH_UHI, c};
    return 2;
}

bool bound_at(terms *t, sort of, uint8_t channel, term constant, uint64_t *at) {
    assert_debug(term_is_const(t, constant));
    dom d = dom_constant(t, constant);
    uint8_t format;
    uint64_t word;
    if (span_format_of(t, of, &format)) {
        if (channel < CH_LO || channel > CH_NUMBER_HI || d.kind != DOM_FLOAT || d.f.nan)
            return false;
        *at = (uint64_t)span_rank(format, format == SPAN_SINGLE ? (double)(float)d.f.lo : d.f.lo);
        return true;
    }
    if (is_number(t, of)) {
        if (!is_number(t, term_sort(t, constant)) || (channel != CH_SLO && channel != CH_SHI))
            return false;
        *at = (uint64_t)(channel == CH_SLO ? d.w.slo : d.w.shi);
        return same_sort(of, term_sort(t, constant));
    }
    uint32_t w = sort_width(t, of);
    if (channel < CH_ULO || channel > CH_SHI || !sort_is_bv(t, of) || w > 64 ||
        !term_get_u64(t, constant, &word))
        return false;
    int64_t number = bv_signed(term_width(t, constant), word);
    bool fits = channel >= CH_SLO ? number >= bv_min(w) && number <= bv_max(w) : word <= bv_mask(w);
    *at = channel >= CH_SLO ? (uint64_t)number : word;
    return fits;
}

static bool is_lower(uint8_t channel) {
    return channel == CH_LO || channel == CH_NUMBER_LO || channel == CH_ULO || channel == CH_SLO;
}

bool bound_weaker(uint8_t channel, uint64_t a, uint64_t b) {
    bool as_unsigned = channel == CH_ULO || channel == CH_UHI;
    bool less = as_unsigned ? a < b : (int64_t)a < (int64_t)b;
    return a != b && less == is_lower(channel);
}

uint64_t bound_between(uint8_t channel, uint64_t a, uint64_t b) {
    bool up = is_lower(channel) == bound_weaker(channel, a, b); /* from a to b the value rises */
    return up ? a + (b - a) / 2 : a - (a - b) / 2;
}

/* ---- cores ---- */

bool icp_core_bounds(solver *base, term assumption, term x, uint32_t *n, bound *out) {
    icp_solver *s = (icp_solver *)base;
    uint64_t node = map_find(&s->graph.node_of, x.id, NO_NODE);
    *n = 0;
    for (uint32_t i = 0; i < s->analysis.core_facts.size; i++) {
        icp_need f = s->analysis.core_facts.data[i];
        if (!same(s->assumed.data[f.next].term, assumption)) continue;
        if (f.fact.node != node || *n == BOUNDS_NEEDED) return false;
        out[(*n)++] = (bound){f.fact.channel, f.fact.value};
    }
    return *n;
}

void icp_define(solver *base, term var, term by) {
    assert_debug(term_is_var(base->terms, var));
    assert_debug(same_sort(term_sort(base->terms, var), term_sort(base->terms, by)));
    LOG("icp", "variable %u is %u", var.id, by.id);
    icp_solver *s = (icp_solver *)base;
    require(!s->base.stack.scopes.size && !map_get(&s->graph.node_of, var.id, NULL) &&
                !map_get(&s->graph.defined, var.id, NULL),
            "a new variable");
    map_set(&s->graph.defined, var.id, by.id);
    vec_push(&s->graph.given, var);
    vec_push(&s->graph.given, by);
}

void icp_set_ticks(solver *s, uint64_t ticks) { s->options.query_ticks = ticks; }
