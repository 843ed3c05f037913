/* Literals: bounds, bits and truth values of one node, and what domains say of them. */
#include "solver/icp/internal.h"
#include "base/fail.h"
#include "term/range.h"

#include <math.h>

static icp_literal make(uint32_t node, enum channel c, uint64_t at) {
    return (icp_literal){node, (uint8_t)c, at};
}

static int64_t lower_rank(const dom *d, const icp_node *n) { return span_rank(n->format, d->f.lo); }
static int64_t upper_rank(const dom *d, const icp_node *n) { return span_rank(n->format, d->f.hi); }

/* ---- what holds ---- */

static enum status known(bool holds, bool fails) { return holds ? HOLDS : fails ? FAILS : OPEN; }

static enum status float_status(const dom *d, const icp_node *n, icp_literal l) {
    const span *f = &d->f;
    int64_t c = (int64_t)l.value;
    bool at_least = f->number && lower_rank(d, n) >= c,
         at_most = f->number && upper_rank(d, n) <= c;
    bool below = f->number && upper_rank(d, n) < c, above = f->number && lower_rank(d, n) > c;
    switch (l.channel) {
    case CH_NAN: return known(!f->number, !f->nan);
    case CH_NUMBER: return known(!f->nan, !f->number);
    case CH_LO: return known(!f->number || at_least, !f->nan && below);
    case CH_HI: return known(!f->number || at_most, !f->nan && above);
    case CH_NUMBER_LO: return known(!f->nan && at_least, !f->number || below);
    default: return known(!f->nan && at_most, !f->number || above);
    }
}

enum status literal_status(const dom *d, const icp_node *n, icp_literal l) {
    const word_dom *w = &d->w;
    int64_t c = (int64_t)l.value;
    switch (l.channel) {
    case CH_TRUE: return known(!d->can_false, !d->can_true);
    case CH_FALSE: return known(!d->can_true, !d->can_false);
    case CH_ULO: return known(w->ulo >= l.value, w->uhi < l.value);
    case CH_UHI: return known(w->uhi <= l.value, w->ulo > l.value);
    case CH_SLO: return known(w->slo >= c, w->shi < c);
    case CH_SHI: return known(w->shi <= c, w->slo > c);
    case CH_ZEROS: return known(!(l.value & ~w->zeros), l.value & w->ones);
    case CH_ONES: return known(!(l.value & ~w->ones), l.value & w->zeros);
    default: return float_status(d, n, l);
    }
}

/* Bits one by one: the negation of a set of bits is no literal. */
icp_literal literal_negated(icp_literal l) {
    static const uint8_t other[] = {
        [CH_TRUE] = CH_FALSE,   [CH_FALSE] = CH_TRUE,   [CH_NAN] = CH_NUMBER,
        [CH_NUMBER] = CH_NAN,   [CH_LO] = CH_NUMBER_HI, [CH_HI] = CH_NUMBER_LO,
        [CH_NUMBER_LO] = CH_HI, [CH_NUMBER_HI] = CH_LO, [CH_ULO] = CH_UHI,
        [CH_UHI] = CH_ULO,      [CH_SLO] = CH_SHI,      [CH_SHI] = CH_SLO,
        [CH_ZEROS] = CH_ONES,   [CH_ONES] = CH_ZEROS};
    uint64_t at = l.value;
    switch (l.channel) {
    case CH_LO:
    case CH_NUMBER_LO:
    case CH_ULO:
    case CH_SLO: at--; break;
    case CH_HI:
    case CH_NUMBER_HI:
    case CH_UHI:
    case CH_SHI: at++; break;
    case CH_ZEROS:
    case CH_ONES: require(!(at & (at - 1)), "one bit at a time"); break;
    default: break;
    }
    return make(l.node, (enum channel)other[l.channel], at);
}

static void apply_float(dom *d, const icp_node *n, icp_literal l) {
    span *f = &d->f;
    int64_t c = (int64_t)l.value;
    if (l.channel == CH_NAN) *f = (span){0, 0, f->nan, false};
    if (l.channel == CH_NUMBER || l.channel == CH_NUMBER_LO || l.channel == CH_NUMBER_HI)
        f->nan = false;
    if (f->number && (l.channel == CH_LO || l.channel == CH_NUMBER_LO) && lower_rank(d, n) < c)
        f->lo = span_of_rank(n->format, c);
    if (f->number && (l.channel == CH_HI || l.channel == CH_NUMBER_HI) && upper_rank(d, n) > c)
        f->hi = span_of_rank(n->format, c);
    d->empty = span_empty(*f);
}

void literal_apply(dom *d, const icp_node *n, icp_literal l) {
    word_dom *w = &d->w;
    int64_t c = (int64_t)l.value;
    switch (l.channel) {
    case CH_TRUE: *d = dom_bool(d->can_true, false); break;
    case CH_FALSE: *d = dom_bool(false, d->can_false); break;
    case CH_ULO: w->ulo = w->ulo < l.value ? l.value : w->ulo; break;
    case CH_UHI: w->uhi = w->uhi > l.value ? l.value : w->uhi; break;
    case CH_SLO: w->slo = w->slo < c ? c : w->slo; break;
    case CH_SHI: w->shi = w->shi > c ? c : w->shi; break;
    case CH_ZEROS: w->zeros |= l.value; break;
    case CH_ONES: w->ones |= l.value; break;
    default: apply_float(d, n, l);
    }
}

dom dom_tidy(const dom *d, const icp_node *n) {
    if (d->kind == DOM_FLOAT && d->f.number) {
        span f = span_numbers(d->f.lo, d->f.hi);
        f.nan = d->f.nan;
        return dom_float(f);
    }
    if (d->kind == DOM_WORD && !d->empty &&
        (d->w.ulo > d->w.uhi || d->w.slo > d->w.shi || d->w.zeros & d->w.ones)) {
        dom out = *d;
        out.empty = true;
        return out;
    }
    return dom_meet(d, d, n->width);
}

/* ---- facts ---- */

void facts_of(const dom *d, const dom *ground, const icp_node *n, uint32_t node,
              icp_literals *out) {
    assert_debug(d->kind == ground->kind);
    const word_dom *w = &d->w, *g = &ground->w;
    switch (d->kind) {
    case DOM_BOOL:
        if (d->can_true != d->can_false && ground->can_true && ground->can_false)
            vec_push(out, make(node, d->can_true ? CH_TRUE : CH_FALSE, 0));
        break;
    case DOM_FLOAT:
        if (!d->f.number && ground->f.number) vec_push(out, make(node, CH_NAN, 0));
        if (!d->f.nan && ground->f.nan) vec_push(out, make(node, CH_NUMBER, 0));
        if (!d->f.number || !ground->f.number) break;
        if (lower_rank(d, n) > lower_rank(ground, n))
            vec_push(out, make(node, CH_LO, (uint64_t)lower_rank(d, n)));
        if (upper_rank(d, n) < upper_rank(ground, n))
            vec_push(out, make(node, CH_HI, (uint64_t)upper_rank(d, n)));
        break;
    case DOM_WORD:
        if (w->ulo > g->ulo) vec_push(out, make(node, CH_ULO, w->ulo));
        if (w->uhi < g->uhi) vec_push(out, make(node, CH_UHI, w->uhi));
        if (w->slo > g->slo) vec_push(out, make(node, CH_SLO, (uint64_t)w->slo));
        if (w->shi < g->shi) vec_push(out, make(node, CH_SHI, (uint64_t)w->shi));
        if (w->zeros & ~g->zeros) vec_push(out, make(node, CH_ZEROS, w->zeros & ~g->zeros));
        if (w->ones & ~g->ones) vec_push(out, make(node, CH_ONES, w->ones & ~g->ones));
        break;
    case DOM_INT:
    case DOM_REAL:
        if (w->slo > g->slo) vec_push(out, make(node, CH_SLO, (uint64_t)w->slo));
        if (w->shi < g->shi) vec_push(out, make(node, CH_SHI, (uint64_t)w->shi));
        break;
    default: break;
    }
}

static void float_falsifier(const dom *d, const icp_node *n, icp_literal l, bool most,
                            icp_literals *out) {
    bool weak = l.channel == CH_LO || l.channel == CH_HI,
         low = l.channel == CH_LO || l.channel == CH_NUMBER_LO;
    if (!weak && !d->f.number) {
        vec_push(out, make(l.node, CH_NAN, 0));
        return;
    }
    if (weak) vec_push(out, make(l.node, CH_NUMBER, 0));
    uint64_t enough = low ? l.value - 1 : l.value + 1,
             all = (uint64_t)(low ? upper_rank(d, n) : lower_rank(d, n));
    vec_push(out, make(l.node, low ? CH_HI : CH_LO, most ? all : enough));
}

void literal_falsifier(const dom *d, const icp_node *n, icp_literal l, bool most,
                       icp_literals *out) {
    icp_literal f = l;
    switch (l.channel) {
    case CH_LO:
    case CH_HI:
    case CH_NUMBER_LO:
    case CH_NUMBER_HI: float_falsifier(d, n, l, most, out); return;
    case CH_ZEROS:
    case CH_ONES: {
        uint64_t wrong = l.value & (l.channel == CH_ZEROS ? d->w.ones : d->w.zeros);
        vec_push(out, make(l.node, l.channel == CH_ZEROS ? CH_ONES : CH_ZEROS, wrong & -wrong));
        return;
    }
    default: f = literal_negated(l);
    }
    if (most && f.channel == CH_ULO) f.value = d->w.ulo;
    if (most && f.channel == CH_UHI) f.value = d->w.uhi;
    if (most && f.channel == CH_SLO) f.value = (uint64_t)d->w.slo;
    if (most && f.channel == CH_SHI) f.value = (uint64_t)d->w.shi;
    vec_push(out, f);
}

bool literal_cut(const dom *d, const icp_node *n, uint32_t node, icp_literal *out) {
    dom first, second;
    if (!dom_split(d, n, &first, &second)) return false;
    if (d->kind == DOM_BOOL) *out = make(node, CH_TRUE, 0);
    else if (d->kind == DOM_WORD) { /* the known bits may leave one side of the middle empty */
        uint64_t at = d->w.ulo + (d->w.uhi - d->w.ulo) / 2, sign = 1ull << (n->width - 1);
        if (d->w.ulo < sign && d->w.uhi >= sign) at = sign - 1;
        *out = make(node, CH_UHI, at);
    } else if (dom_is_number(d)) { /* the part near nought, which is the smaller one */
        if (d->w.shi < 0) *out = make(node, CH_SLO, (uint64_t)second.w.slo);
        else *out = make(node, CH_SHI, (uint64_t)first.w.shi);
    } else if (d->f.nan) *out = make(node, CH_NUMBER, 0);
    else *out = make(node, CH_HI, (uint64_t)span_rank(n->format, first.f.hi));
    return true;
}

/* ---- terms ---- */

static bool float_bound(icp_solver *s, enum op op, term x, term c, bool upper, icp_literal *out) {
    terms *t = s->base.terms;
    dom d = dom_constant(t, c);
    uint8_t format;
    if (d.kind != DOM_FLOAT || d.f.nan || !span_format_of(t, term_sort(t, x), &format))
        return false;
    double at = d.f.lo;
    bool strict = op == OP_FP_LT;
    if (at == 0) at = upper != strict ? 0.0 : -0.0; /* the zeros are equal: both sides or none */
    int64_t rank = span_rank(format, at),
            last = span_rank(format, upper ? (double)-INFINITY : (double)INFINITY);
    if (strict && rank == last) return false;
    rank += strict ? (upper ? -1 : 1) : 0;
    *out = make(icp_node_of(s, x), upper ? CH_NUMBER_HI : CH_NUMBER_LO, (uint64_t)rank);
    return true;
}

static bool word_bound(icp_solver *s, enum op op, term x, term c, bool upper, icp_literal *out) {
    terms *t = s->base.terms;
    uint64_t at;
    uint32_t w = term_width(t, x);
    if (w > 64 || !term_get_u64(t, c, &at)) return false;
    if (op == OP_BVULT) {
        if (at == (upper ? 0 : bv_mask(w))) return false;
        *out = make(icp_node_of(s, x), upper ? CH_UHI : CH_ULO, upper ? at - 1 : at + 1);
    } else {
        int64_t c_signed = bv_signed(w, at);
        if (c_signed == (upper ? bv_min(w) : bv_max(w))) return false;
        *out = make(icp_node_of(s, x), upper ? CH_SHI : CH_SLO,
                    (uint64_t)(upper ? c_signed - 1 : c_signed + 1));
    }
    return true;
}

/* Only where the constant has a cell of its own. */
static bool number_bound(icp_solver *s, enum op op, term x, term c, bool upper, icp_literal *out) {
    terms *t = s->base.terms;
    dom d = dom_constant(t, c);
    bool integer = d.kind == DOM_INT;
    if (d.w.slo != d.w.shi || !cell_is_point(integer, d.w.slo)) return false;
    int64_t at = d.w.slo + (op == OP_LT ? (upper ? -1 : 1) : 0);
    *out = make(icp_node_of(s, x), upper ? CH_SHI : CH_SLO, (uint64_t)at);
    return true;
}

/* Equal to the least or greatest value of an order. */
static bool end_of_words(icp_solver *s, term a, icp_literal *out) {
    terms *t = s->base.terms;
    for (uint32_t i = 0; i < 2; i++) {
        term x = term_arg(t, a, i), c = term_arg(t, a, 1 - i);
        uint64_t at;
        uint32_t w = term_width(t, x);
        if (!sort_is_bv(t, term_sort(t, x)) || w > 64 || term_is_const(t, x) ||
            !term_get_u64(t, c, &at))
            continue;
        int64_t end = bv_signed(w, at);
        if (at == 0 || at == bv_mask(w)) *out = make(icp_node_of(s, x), at ? CH_ULO : CH_UHI, at);
        else if (end == bv_min(w) || end == bv_max(w))
            *out = make(icp_node_of(s, x), end < 0 ? CH_SHI : CH_SLO, (uint64_t)end);
        else continue;
        return true;
    }
    return false;
}

static bool bound_of_term(icp_solver *s, term a, icp_literal *out) {
    terms *t = s->base.terms;
    enum op op = term_op(t, a);
    if (op == OP_FP_IS_NAN && dom_top(t, term_sort(t, term_arg(t, a, 0))).kind == DOM_FLOAT) {
        *out = make(icp_node_of(s, term_arg(t, a, 0)), CH_NAN, 0);
        return true;
    }
    if ((op == OP_FP_IS_NEG || op == OP_FP_IS_POS) &&
        dom_top(t, term_sort(t, term_arg(t, a, 0))).kind == DOM_FLOAT) {
        bool negative = op == OP_FP_IS_NEG; /* -0 has rank -1, +0 rank 0 */
        *out = make(icp_node_of(s, term_arg(t, a, 0)), negative ? CH_NUMBER_HI : CH_NUMBER_LO,
                    negative ? UINT64_MAX : 0);
        return true;
    }
    if (op == OP_EQ) return end_of_words(s, a, out);
    bool is_float = op == OP_FP_LE || op == OP_FP_LT, is_word = op == OP_BVULT || op == OP_BVSLT;
    bool is_number = op == OP_LE || op == OP_LT;
    if (!is_float && !is_word && !is_number) return false;
    term x = term_arg(t, a, 0), y = term_arg(t, a, 1);
    bool upper = term_is_const(t, y);
    if (upper == term_is_const(t, x)) return false;
    if (!upper) {
        term swap = x;
        x = y;
        y = swap;
    }
    if (is_number) return number_bound(s, op, x, y, upper, out);
    return is_float ? float_bound(s, op, x, y, upper, out) : word_bound(s, op, x, y, upper, out);
}

icp_literal literal_of_term(icp_solver *s, term a) {
    assert_debug(term_is_bool(s->base.terms, a));
    terms *t = s->base.terms;
    bool negated = false;
    while (term_op(t, a) == OP_NOT) {
        a = term_arg(t, a, 0);
        negated = !negated;
    }
    icp_literal l;
    if (!bound_of_term(s, a, &l)) l = make(icp_node_of(s, a), CH_TRUE, 0);
    return negated ? literal_negated(l) : l;
}
