/* Contractors of bit-vectors, and of conversions between them and floats. Forwards the range
 * analysis computes. */
#include "solver/icp/internal.h"

#include <math.h>

static range to_range(const dom *d, uint32_t width) {
    return (range){.kind = RANGE_BV,
                   .width = (uint8_t)width,
                   .ulo = d->w.ulo,
                   .uhi = d->w.uhi,
                   .slo = d->w.slo,
                   .shi = d->w.shi,
                   .zeros = d->w.zeros,
                   .ones = d->w.ones};
}

static dom of_range(const range *r) {
    if (r->kind == RANGE_BOOL) return dom_bool(r->can_true, r->can_false);
    return (dom){.kind = DOM_WORD,
                 .empty = r->empty,
                 .w = {r->ulo, r->uhi, r->slo, r->shi, r->zeros, r->ones}};
}

range word_range(const icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    assert_debug(s->graph.doms.data[node].kind == DOM_WORD);
    return to_range(&s->graph.doms.data[node], s->graph.nodes.data[node].width);
}

static range arg_range(const icp_solver *s, const icp_node *n, uint32_t i) {
    return word_range(s, arg_of(s, n, i));
}

bool word_narrow(icp_solver *s, uint32_t by, uint32_t arg, const range *to) {
    assert_debug(by < s->graph.nodes.size && arg < s->graph.nodes.size);
    dom d = of_range(to);
    return icp_narrow(s, arg_of(s, &s->graph.nodes.data[by], arg), &d, by);
}

bool word_fail(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    dom nothing = s->graph.doms.data[node];
    nothing.empty = true;
    return icp_narrow(s, node, &nothing, node);
}

/* ---- forwards ---- */

enum { FEW_ARGUMENTS = 8 };

static dom forward_words(icp_solver *s, const icp_node *n) {
    terms *t = s->base.terms;
    range args[FEW_ARGUMENTS];
    if (n->args > FEW_ARGUMENTS) return dom_top(t, term_sort(t, n->term));
    for (uint32_t i = 0; i < n->args; i++) args[i] = arg_range(s, n, i);
    range out = range_apply_bv(t, n->term, args);
    return of_range(&out);
}

/* Numbers within the word's range give themselves, rounded; all else gives 0. */
static dom forward_to_word(const icp_solver *s, const icp_node *n) {
    const span f = arg_dom(s, n, 0)->f;
    bool is_signed = n->op == OP_FP_TO_SBV, outside = f.nan;
    double end = ldexp(1, is_signed ? n->width - 1 : n->width), begin = is_signed ? -end : 0, lo,
           hi;
    span number = f;
    number.nan = false;
    range zero = range_bv_unsigned(n->width, 0, 0), out = zero;
    if (span_to_integers((enum span_mode)n->mode, number, &lo, &hi)) {
        outside |= lo < begin || hi >= end;
        if (lo < begin) lo = begin;
        if (hi >= end) hi = nextafter(end, 0);
        if (lo > hi) return of_range(&zero);
        out = is_signed ? range_bv_signed(n->width, (int64_t)lo, (int64_t)hi)
                        : range_bv_unsigned(n->width, (uint64_t)fabs(lo), (uint64_t)fabs(hi));
    }
    dom d = of_range(&out), z = of_range(&zero);
    return outside ? dom_join(&d, &z) : d;
}

static uint64_t sign_of(uint8_t format) { return format == SPAN_SINGLE ? 1ull << 31 : 1ull << 63; }

static dom words_between(uint32_t width, uint64_t lo, uint64_t hi) {
    range r = range_bv_unsigned(width, lo, hi);
    return of_range(&r);
}

static dom bits_of_numbers(uint8_t format, uint32_t width, span f) {
    bool negative = signbit(f.lo);
    return words_between(width, span_to_bits(format, negative ? f.hi : f.lo),
                         span_to_bits(format, negative ? f.lo : f.hi));
}

/* The words that are bits of the floats, on each side of zero. */
static dom bits_of_span(uint8_t format, uint32_t width, span f) {
    dom out = {.kind = DOM_WORD, .empty = true};
    span down = span_meet(f, span_numbers(-INFINITY, -0.0)),
         up = span_meet(f, span_numbers(0.0, INFINITY));
    if (f.nan) out = dom_word_point(width, span_to_bits(format, (double)NAN));
    if (down.number) {
        dom d = bits_of_numbers(format, width, down);
        out = dom_join(&out, &d);
    }
    if (up.number) {
        dom d = bits_of_numbers(format, width, up);
        out = dom_join(&out, &d);
    }
    return out;
}

dom word_forward(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    const icp_node *n = &s->graph.nodes.data[node];
    switch (n->op) {
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV: return forward_to_word(s, n);
    case OP_FP_TO_BITS:
        return bits_of_span(s->graph.nodes.data[arg_of(s, n, 0)].format, n->width,
                            arg_dom(s, n, 0)->f);
    default: return forward_words(s, n);
    }
}

/* Bits in an interval of one sign. */
static span from_bits(uint8_t format, uint64_t lo, uint64_t hi) {
    uint64_t sign = sign_of(format), infinity = span_to_bits(format, INFINITY), a = lo & ~sign,
             b = hi & ~sign;
    span out = {0, 0, b > infinity, a <= infinity};
    if (out.number) {
        out.lo = span_of_bits(format, a);
        out.hi = span_of_bits(format, b > infinity ? infinity : b);
    }
    return lo & sign ? span_neg(out) : out;
}

span span_from_word(uint8_t format, const word_dom *w) {
    assert_debug(format <= SPAN_DOUBLE);
    uint64_t sign = sign_of(format);
    if (w->uhi < sign || w->ulo >= sign) return from_bits(format, w->ulo, w->uhi);
    /* the signed view says where each side ends: positive up to shi, negative from slo */
    uint64_t top = w->shi >= 0 ? (uint64_t)w->shi : sign - 1;
    uint64_t bottom = w->slo < 0 ? (uint64_t)w->slo & (sign | (sign - 1)) : sign;
    return span_join(from_bits(format, w->ulo, top), from_bits(format, bottom, w->uhi));
}

/* ---- backwards: from and to floats ---- */

static bool backward_from_integer(icp_solver *s, uint32_t node) {
    const icp_node *n = &s->graph.nodes.data[node];
    span z = s->graph.doms.data[node].f;
    uint32_t w = s->graph.nodes.data[arg_of(s, n, 0)].width;
    if (!z.number) return word_fail(s, node);
    double lo = ceil(span_previous((enum span_format)n->format, z.lo)),
           hi = floor(span_next((enum span_format)n->format, z.hi));
    double far = 0x1p62;
    range out = range_bv_top(w);
    if (n->op == OP_FP_FROM_SBV) {
        int64_t least = lo > -far ? (lo < far ? (int64_t)lo : (int64_t)far) : bv_min(w);
        int64_t most = hi < far ? (hi > -far ? (int64_t)hi : -(int64_t)far) : bv_max(w);
        least = least < bv_min(w) ? bv_min(w) : least;
        most = most > bv_max(w) ? bv_max(w) : most;
        if (least > most) return word_fail(s, node);
        out = range_bv_signed(w, least, most);
    } else {
        uint64_t least = lo > 0 ? (lo < far ? (uint64_t)lo : (uint64_t)far) : 0;
        uint64_t most = hi < far ? (hi > 0 ? (uint64_t)hi : 0) : bv_mask(w);
        most = most > bv_mask(w) ? bv_mask(w) : most;
        if (hi < 0 || least > most) return word_fail(s, node);
        out = range_bv_unsigned(w, least, most);
    }
    return word_narrow(s, node, 0, &out);
}

/* Every number of f becomes the integer that it rounds to. Of 54 bits and more, end - 1 is end
 * again, but every double below it is an integer. */
static bool within_word(const icp_node *n, span f) {
    bool is_signed = n->op == OP_FP_TO_SBV;
    double end = ldexp(1, is_signed ? n->width - 1 : n->width);
    return !f.nan && f.number && f.lo >= (is_signed ? -end : 0) && f.hi < end && f.hi <= end - 1;
}

/* A word came from a number near it; 0 also from all that is out of range. */
static bool backward_to_integer(icp_solver *s, uint32_t node) {
    const icp_node *n = &s->graph.nodes.data[node];
    const word_dom *w = &s->graph.doms.data[node].w;
    enum span_format f = (enum span_format)s->graph.nodes.data[arg_of(s, n, 0)].format;
    if (w->ulo == 0 && !within_word(n, arg_dom(s, n, 0)->f)) return true;
    span z = n->op == OP_FP_TO_SBV ? span_numbers((double)w->slo, (double)w->shi)
                                   : span_numbers((double)w->ulo, (double)w->uhi);
    return icp_narrow_float(s, node, 0, span_integral_of(f, z));
}

static bool backward_from_bits(icp_solver *s, uint32_t node) {
    const icp_node *n = &s->graph.nodes.data[node];
    span z = s->graph.doms.data[node].f;
    if (z.nan) return true;
    dom d = bits_of_span(n->format, s->graph.nodes.data[arg_of(s, n, 0)].width, z);
    return icp_narrow(s, arg_of(s, n, 0), &d, node);
}

static bool backward_to_bits(icp_solver *s, uint32_t node) {
    const icp_node *n = &s->graph.nodes.data[node];
    uint8_t format = s->graph.nodes.data[arg_of(s, n, 0)].format;
    return icp_narrow_float(s, node, 0, span_from_word(format, &s->graph.doms.data[node].w));
}

/* ---- backwards: words ---- */

static bool backward_sum(icp_solver *s, uint32_t node) {
    const icp_node *n = &s->graph.nodes.data[node];
    if (n->args > FEW_ARGUMENTS) return true;
    for (uint32_t i = 0; i < n->args; i++) {
        range rest = range_bv_unsigned(n->width, 0, 0),
              z = to_range(&s->graph.doms.data[node], n->width);
        for (uint32_t k = 0; k < n->args; k++) {
            range x = arg_range(s, n, k);
            if (k != i) rest = range_bv_add(&rest, &x);
        }
        range minus = range_bv_neg(&rest), out = range_bv_add(&z, &minus);
        if (!word_narrow(s, node, i, &out)) return false;
    }
    return true;
}

static bool backward_extension(icp_solver *s, uint32_t node) {
    const icp_node *n = &s->graph.nodes.data[node];
    const word_dom *z = &s->graph.doms.data[node].w;
    uint32_t w = s->graph.nodes.data[arg_of(s, n, 0)].width;
    range out;
    if (n->op == OP_ZERO_EXTEND) {
        if (z->ulo > bv_mask(w)) return word_fail(s, node);
        out = range_bv_unsigned(w, z->ulo, z->uhi < bv_mask(w) ? z->uhi : bv_mask(w));
    } else {
        int64_t lo = z->slo > bv_min(w) ? z->slo : bv_min(w),
                hi = z->shi < bv_max(w) ? z->shi : bv_max(w);
        if (lo > hi) return word_fail(s, node);
        out = range_bv_signed(w, lo, hi);
    }
    out.zeros |= z->zeros & bv_mask(w);
    out.ones |= z->ones & bv_mask(w);
    range_bv_normalize(&out);
    return word_narrow(s, node, 0, &out);
}

static bool backward_extract(icp_solver *s, uint32_t node) {
    const icp_node *n = &s->graph.nodes.data[node];
    const word_dom *z = &s->graph.doms.data[node].w;
    range now = arg_range(s, n, 0), out = range_bv_top(now.width);
    uint32_t low = term_index(s->base.terms, n->term, 1),
             high = term_index(s->base.terms, n->term, 0);
    out.zeros = z->zeros << low;
    out.ones = z->ones << low;
    if (high + 1 == now.width) { /* the leading bits */
        out.ulo = z->ulo << low;
        out.uhi = z->uhi << low | (low ? bv_mask(low) : 0);
    }
    range_bv_normalize(&out);
    if (!word_narrow(s, node, 0, &out)) return false;
    if (low || now.uhi > bv_mask(n->width)) return true;
    out = range_bv_unsigned(now.width, z->ulo, z->uhi);
    return word_narrow(s, node, 0, &out);
}

static bool backward_concat(icp_solver *s, uint32_t node) {
    const icp_node *n = &s->graph.nodes.data[node];
    uint32_t low = n->width;
    for (uint32_t i = 0; i < n->args; i++) {
        uint32_t w = s->graph.nodes.data[arg_of(s, n, i)].width;
        const word_dom *z = &s->graph.doms.data[node].w;
        low -= w;
        range out = range_bv_top(w);
        out.zeros = z->zeros >> low & bv_mask(w);
        out.ones = z->ones >> low & bv_mask(w);
        if (!i) { /* the leading part */
            out.ulo = z->ulo >> low;
            out.uhi = z->uhi >> low;
        }
        range_bv_normalize(&out);
        if (!word_narrow(s, node, i, &out)) return false;
    }
    return true;
}

/* Bits of an and that are one are so in all arguments; that are zero, in the one where all others
 * have ones. */
static bool backward_masked(icp_solver *s, uint32_t node, bool is_and) {
    const icp_node *n = &s->graph.nodes.data[node];
    uint64_t mask = bv_mask(n->width);
    for (uint32_t i = 0; i < n->args; i++) {
        const word_dom *z = &s->graph.doms.data[node].w;
        uint64_t others = mask;
        for (uint32_t k = 0; k < n->args; k++)
            if (k != i) others &= is_and ? arg_dom(s, n, k)->w.ones : arg_dom(s, n, k)->w.zeros;
        range out = range_bv_top(n->width);
        out.ones = is_and ? z->ones : z->ones & others;
        out.zeros = is_and ? z->zeros & others : z->zeros;
        range_bv_normalize(&out);
        if (!word_narrow(s, node, i, &out)) return false;
    }
    return true;
}

/* A bit that is known of the result and of all others is known of the last. */
static bool backward_xor(icp_solver *s, uint32_t node) {
    const icp_node *n = &s->graph.nodes.data[node];
    for (uint32_t i = 0; i < n->args; i++) {
        const word_dom *z = &s->graph.doms.data[node].w;
        uint64_t known = z->zeros | z->ones, odd = z->ones;
        for (uint32_t k = 0; k < n->args; k++) {
            const word_dom *x = &arg_dom(s, n, k)->w;
            if (k != i) known &= x->zeros | x->ones, odd ^= x->ones;
        }
        range out = range_bv_top(n->width);
        out.ones = known & odd;
        out.zeros = known & ~odd;
        range_bv_normalize(&out);
        if (!word_narrow(s, node, i, &out)) return false;
    }
    return true;
}

static bool backward_order(icp_solver *s, uint32_t node, bool to) {
    const icp_node *n = &s->graph.nodes.data[node];
    uint32_t a = to ? 0 : 1, b = 1 - a,
             w = s->graph.nodes.data[arg_of(s, n, 0)].width; /* a < b, or a <= b */
    const word_dom x = arg_dom(s, n, a)->w, y = arg_dom(s, n, b)->w;
    range below, above;
    if (n->op == OP_BVULT) {
        if (to && (y.uhi == 0 || x.ulo == bv_mask(w))) return word_fail(s, node);
        below = range_bv_unsigned(w, 0, y.uhi - to);
        above = range_bv_unsigned(w, x.ulo + to, bv_mask(w));
    } else {
        if (to && (y.shi == bv_min(w) || x.slo == bv_max(w))) return word_fail(s, node);
        below = range_bv_signed(w, bv_min(w), y.shi - to);
        above = range_bv_signed(w, x.slo + to, bv_max(w));
    }
    return word_narrow(s, node, a, &below) && word_narrow(s, node, b, &above);
}

bool word_backward(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    const icp_node *n = &s->graph.nodes.data[node];
    const dom *d = &s->graph.doms.data[node];
    range z;
    switch (n->op) {
    case OP_ITE: return icp_backward_ite(s, node);
    case OP_BVADD: return backward_sum(s, node);
    case OP_BVMUL:
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR:
    case OP_BVUDIV:
    case OP_BVUREM:
    case OP_BVSDIV:
    case OP_BVSREM:
    case OP_BVSMOD: return word_backward_divided(s, node);
    case OP_BVXOR: return backward_xor(s, node);
    case OP_BVNOT:
        z = to_range(d, n->width);
        z = range_bv_not(&z);
        return word_narrow(s, node, 0, &z);
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND: return backward_extension(s, node);
    case OP_EXTRACT: return backward_extract(s, node);
    case OP_CONCAT: return backward_concat(s, node);
    case OP_BVAND: return backward_masked(s, node, true);
    case OP_BVOR: return backward_masked(s, node, false);
    case OP_BVULT:
    case OP_BVSLT: return d->can_true == d->can_false || backward_order(s, node, d->can_true);
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV: return backward_from_integer(s, node);
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV: return backward_to_integer(s, node);
    case OP_FP_FROM_BITS: return backward_from_bits(s, node);
    case OP_FP_TO_BITS: return backward_to_bits(s, node);
    default: return true;
    }
}
