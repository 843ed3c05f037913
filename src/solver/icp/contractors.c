/* Contractors: what an operation says about its result and its arguments. */
#include "solver/icp/internal.h"

#include <math.h>

/* ---- narrowing ---- */

bool icp_narrow(icp_solver *s, uint32_t node, const dom *to, uint32_t by) {
    assert_debug(node < s->graph.nodes.size && by < s->graph.nodes.size);
    assert_debug(to->empty || to->kind == s->graph.doms.data[node].kind ||
                 s->graph.doms.data[node].kind == DOM_ANY);
    const icp_node *n = &s->graph.nodes.data[node];
    dom *now = &s->graph.doms.data[node];
    if (now->kind == DOM_ANY || dom_within(now, to)) return true;
    dom both = dom_meet(now, to, n->width);
    if (!both.empty && dom_within(now, &both)) return true;
    if (s->trail.dry) return *now = both, !both.empty;
    if (!both.empty && !dom_much_smaller(&both, now)) return true;
    icp_change_to(s, node, &both, BY_CONTRACTOR, by, s->trail.start);
    return !both.empty;
}

static bool narrow(icp_solver *s, uint32_t by, uint32_t arg, dom to) {
    return icp_narrow(s, arg_of(s, &s->graph.nodes.data[by], arg), &to, by);
}
bool icp_narrow_float(icp_solver *s, uint32_t by, uint32_t arg, span to) {
    assert_debug(by < s->graph.nodes.size && arg < s->graph.nodes.size);
    to = span_meet(to, span_top());
    return narrow(s, by, arg, dom_float(to));
}
static bool icp_narrow_bool(icp_solver *s, uint32_t by, uint32_t arg, bool to) {
    assert_debug(by < s->graph.nodes.size && arg < s->graph.nodes.size);
    return narrow(s, by, arg, dom_bool(to, !to));
}

/* ---- forwards ---- */

static dom forward_junction(const icp_solver *s, const icp_node *n, bool is_and) {
    bool some = false, all = true;
    for (uint32_t i = 0; i < n->args; i++) {
        const dom *x = arg_dom(s, n, i);
        some |= is_and ? x->can_false : x->can_true;
        all &= is_and ? x->can_true : x->can_false;
    }
    return is_and ? dom_bool(all, some) : dom_bool(some, all);
}

static dom forward_equal(const icp_solver *s, const icp_node *n) {
    const dom *x = arg_dom(s, n, 0), *y = arg_dom(s, n, 1);
    const icp_node *a = &s->graph.nodes.data[arg_of(s, n, 0)],
                   *b = &s->graph.nodes.data[arg_of(s, n, 1)];
    if (arg_of(s, n, 0) == arg_of(s, n, 1)) return dom_bool(true, false);
    uint64_t p, q;
    dom both = dom_meet(x, y, a->width);
    bool one = dom_is_point(x, a, &p) && dom_is_point(y, b, &q) && p == q;
    return dom_bool(!both.empty, !one);
}

static dom forward_ite(const icp_solver *s, const icp_node *n) {
    const dom *c = arg_dom(s, n, 0), *x = arg_dom(s, n, 1), *y = arg_dom(s, n, 2);
    if (!c->can_false) return *x;
    if (!c->can_true) return *y;
    return dom_join(x, y);
}

static dom forward_order(span a, span b, bool strict) {
    bool nan = a.nan || b.nan;
    if (!a.number || !b.number) return dom_bool(false, nan);
    bool can = strict ? a.lo < b.hi : a.lo <= b.hi, must = strict ? a.hi < b.lo : a.hi <= b.lo;
    return dom_bool(can, nan || !must);
}

static dom forward_float_equal(span a, span b) {
    bool nan = a.nan || b.nan;
    if (!a.number || !b.number) return dom_bool(false, nan);
    bool can = a.lo <= b.hi && b.lo <= a.hi, must = a.lo == a.hi && b.lo == b.hi && a.lo == b.lo;
    return dom_bool(can, nan || !must);
}

/* The numbers for which a class holds: up to two intervals, mirrored. */
static bool class_bounds(enum op op, uint8_t format, double *lo, double *hi) {
    double smallest = format == SPAN_SINGLE ? 0x1p-126 : 0x1p-1022;
    switch (op) {
    case OP_FP_IS_ZERO: return *lo = 0, *hi = 0, true;
    case OP_FP_IS_INF: return *lo = INFINITY, *hi = INFINITY, true;
    case OP_FP_IS_NORMAL:
        return *lo = smallest, *hi = span_previous((enum span_format)format, INFINITY), true;
    case OP_FP_IS_SUBNORMAL:
        *lo = span_next((enum span_format)format, 0);
        *hi = span_previous((enum span_format)format, smallest);
        return true;
    default: return false;
    }
}

/* The part of a in the class, and whether all of a is. */
static span class_part(enum op op, uint8_t format, span a, bool *all) {
    double lo = 0, hi = 0;
    if (op == OP_FP_IS_NAN) {
        *all = !a.number;
        return (span){0, 0, a.nan, false};
    }
    span part;
    if (op == OP_FP_IS_NEG) part = span_meet(a, span_numbers(-INFINITY, -0.0));
    else if (op == OP_FP_IS_POS) part = span_meet(a, span_numbers(0.0, INFINITY));
    else {
        class_bounds(op, format, &lo, &hi);
        span up = span_meet(a, span_numbers(lo, hi)), down = span_meet(a, span_numbers(-hi, -lo));
        part = span_join(up, down);
        bool both_sides = up.number && down.number && lo > 0;
        *all = span_within(a, part) && !both_sides;
        return part;
    }
    *all = span_within(a, part);
    return part;
}

static dom forward_class(const icp_solver *s, const icp_node *n) {
    const icp_node *x = &s->graph.nodes.data[arg_of(s, n, 0)];
    bool all;
    span part = class_part(n->op, x->format, arg_dom(s, n, 0)->f, &all);
    return dom_bool(!span_empty(part), !all);
}

static uint32_t index_of(const terms *t, const icp_node *n, uint32_t i) {
    bool one = n->op == OP_ZERO_EXTEND || n->op == OP_SIGN_EXTEND || n->op == OP_FP_TO_UBV ||
               n->op == OP_FP_TO_SBV;
    return n->op == OP_EXTRACT || (one && !i) ? term_index(t, n->term, i) : 0;
}

/* Everything known: the evaluator's result. For words, and what spans do not decide at a point. */
static bool forward_exact(icp_solver *s, const icp_node *n, dom *out) {
    terms *t = s->base.terms;
    vec_clear(&s->points.argument);
    if (n->mode == SPAN_ANY) return false;
    uint32_t skip = term_arity(t, n->term) - n->args;
    if (skip) vec_push(&s->points.argument, value_of_term(s->points.pool, term_arg(t, n->term, 0)));
    for (uint32_t i = 0; i < n->args; i++) {
        const icp_node *x = &s->graph.nodes.data[arg_of(s, n, i)];
        uint64_t bits;
        if (!dom_is_point(arg_dom(s, n, i), x, &bits)) return false;
        vec_push(&s->points.argument,
                 dom_value(s, term_arg(t, n->term, i + skip), arg_dom(s, n, i), bits));
    }
    value r = value_apply(s->points.pool, n->op, term_sort(t, n->term), index_of(t, n, 0),
                          index_of(t, n, 1), s->points.argument.size, s->points.argument.data);
    dom top = dom_top(t, r.sort);
    if (dom_is_number(&top)) *out = dom_constant(t, value_to_term(s->points.pool, r));
    else if (top.kind == DOM_BOOL) *out = dom_bool(r.bits, !r.bits);
    else if (top.kind == DOM_FLOAT) *out = dom_float(span_point(span_of_bits(n->format, r.bits)));
    else *out = dom_word_point(n->width, r.bits);
    return true;
}

static dom forward_float(icp_solver *s, const icp_node *n) {
    span_how h = {(enum span_format)n->format, (enum span_mode)n->mode};
    const span *a = &arg_dom(s, n, 0)->f, *b = n->args > 1 ? &arg_dom(s, n, 1)->f : a;
    const icp_node *x = &s->graph.nodes.data[arg_of(s, n, 0)];
    const word_dom *w = &arg_dom(s, n, 0)->w;
    if (op_is_float_class(n->op)) return forward_class(s, n);
    switch (n->op) {
    case OP_FP_NEG: return dom_float(span_neg(*a));
    case OP_FP_ABS: return dom_float(span_abs(*a));
    case OP_FP_ADD: return dom_float(span_add(h, *a, *b));
    case OP_FP_SUB: return dom_float(span_sub(h, *a, *b));
    case OP_FP_MUL:
        return dom_float(arg_of(s, n, 0) == arg_of(s, n, 1) ? span_square(h, *a)
                                                            : span_mul(h, *a, *b));
    case OP_FP_DIV: return dom_float(span_div(h, *a, *b));
    case OP_FP_FMA: return dom_float(span_fma(h, *a, *b, arg_dom(s, n, 2)->f));
    case OP_FP_SQRT: return dom_float(span_sqrt(h, *a));
    case OP_FP_REM: return dom_float(span_rem(*a, *b));
    case OP_FP_ROUND: return dom_float(span_integral(h, *a));
    case OP_FP_MIN: return dom_float(span_minmax(true, *a, *b));
    case OP_FP_MAX: return dom_float(span_minmax(false, *a, *b));
    case OP_FP_LE: return forward_order(*a, *b, false);
    case OP_FP_LT: return forward_order(*a, *b, true);
    case OP_FP_EQ: return forward_float_equal(*a, *b);
    case OP_FP_FROM_FP: return dom_float(span_convert(h, (enum span_format)x->format, *a));
    case OP_FP_FROM_SBV: return dom_float(span_from_signed(h, w->slo, w->shi));
    case OP_FP_FROM_UBV: return dom_float(span_from_unsigned(h, w->ulo, w->uhi));
    case OP_FP_FROM_BITS: return dom_float(span_from_word(n->format, w));
    default: return dom_top(s->base.terms, term_sort(s->base.terms, n->term));
    }
}

static bool some_empty(const icp_solver *s, const icp_node *n) {
    for (uint32_t i = 0; i < n->args; i++)
        if (arg_dom(s, n, i)->empty) return true;
    return false;
}

dom icp_forward(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    const icp_node *n = &s->graph.nodes.data[node];
    dom exact;
    if (!n->args || some_empty(s, n)) return s->graph.doms.data[node];
    switch (n->op) {
    case OP_NOT: return dom_bool(arg_dom(s, n, 0)->can_false, arg_dom(s, n, 0)->can_true);
    case OP_AND: return forward_junction(s, n, true);
    case OP_OR: return forward_junction(s, n, false);
    case OP_EQ: return forward_equal(s, n);
    case OP_ITE: return forward_ite(s, n);
    case OP_SELECT: return lookup_forward(s, node);
    default: break;
    }
    bool word = (n->op >= OP_BVNOT && n->op <= OP_BVSDIVO) || n->op == OP_FP_TO_SBV ||
                n->op == OP_FP_TO_UBV || n->op == OP_FP_TO_BITS;
    if (word) return forward_exact(s, n, &exact) ? exact : word_forward(s, node);
    if (n->op >= OP_ADD && n->op <= OP_IS_INT) return arithmetic_forward(s, node);
    dom out = forward_float(s, n);
    uint64_t bits;
    if (dom_is_point(&out, n, &bits) || !forward_exact(s, n, &exact)) return out;
    return exact; /* where infinities and zeros meet, spans do not decide a point */
}

/* ---- backwards ---- */

static bool backward_junction(icp_solver *s, uint32_t node, bool is_and, bool to) {
    const icp_node *n = &s->graph.nodes.data[node];
    uint32_t open = 0, last = 0;
    for (uint32_t i = 0; i < n->args; i++) {
        if (to == is_and && !icp_narrow_bool(s, node, i, to)) return false;
        const dom *x = arg_dom(s, n, i);
        if (to ? !x->can_true : !x->can_false) continue;
        open++;
        last = i;
    }
    return to == is_and || open != 1 || icp_narrow_bool(s, node, last, to);
}

/* A domain without one value, where it is at an end. */
static dom without(const dom *a, const dom *point) {
    dom out = *a;
    if (a->kind == DOM_BOOL)
        return dom_bool(a->can_true && !point->can_true, a->can_false && !point->can_false);
    if (a->kind == DOM_WORD) {
        if (a->w.ulo == point->w.ulo && out.w.ulo < out.w.uhi) out.w.ulo++;
        if (a->w.uhi == point->w.ulo && out.w.ulo < out.w.uhi) out.w.uhi--;
        if (a->w.slo == point->w.slo && out.w.slo < out.w.shi) out.w.slo++;
        if (a->w.shi == point->w.slo && out.w.slo < out.w.shi) out.w.shi--;
    }
    if (dom_is_number(a))
        return dom_number((enum dom_kind)a->kind, a->w.slo + (a->w.slo == point->w.slo),
                          a->w.shi - (a->w.shi == point->w.slo));
    return out;
}

static bool backward_equal(icp_solver *s, uint32_t node, bool to) {
    const icp_node *n = &s->graph.nodes.data[node];
    if (to) return narrow(s, node, 0, *arg_dom(s, n, 1)) && narrow(s, node, 1, *arg_dom(s, n, 0));
    uint64_t bits;
    for (uint32_t i = 0; i < 2; i++) {
        const dom *x = arg_dom(s, n, i), *y = arg_dom(s, n, 1 - i);
        if (dom_is_point(x, &s->graph.nodes.data[arg_of(s, n, i)], &bits) &&
            !narrow(s, node, 1 - i, without(y, x)))
            return false;
    }
    return true;
}

bool icp_backward_ite(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    assert_debug(s->graph.nodes.data[node].op == OP_ITE);
    const icp_node *n = &s->graph.nodes.data[node];
    const dom *to = &s->graph.doms.data[node];
    const dom *c = arg_dom(s, n, 0);
    if (c->can_true && c->can_false) {
        dom x = dom_meet(arg_dom(s, n, 1), to, n->width),
            y = dom_meet(arg_dom(s, n, 2), to, n->width);
        if (x.empty && !icp_narrow_bool(s, node, 0, false)) return false;
        if (y.empty && !icp_narrow_bool(s, node, 0, true)) return false;
    }
    c = arg_dom(s, n, 0);
    if (!c->can_false) return narrow(s, node, 1, *to);
    return c->can_true || narrow(s, node, 2, *to);
}

static double any_zero(double x, bool low) { return x == 0 ? (low ? -0.0 : 0.0) : x; }

/* Numbers a and b with a <= b, or a < b. */
static bool backward_order(icp_solver *s, uint32_t node, uint32_t a, uint32_t b, bool strict) {
    const icp_node *n = &s->graph.nodes.data[node];
    span x = arg_dom(s, n, a)->f, y = arg_dom(s, n, b)->f;
    enum span_format f = (enum span_format)s->graph.nodes.data[arg_of(s, n, a)].format;
    if (!x.number || !y.number) return icp_narrow_float(s, node, a, span_numbers(1, 0));
    double top = strict ? span_previous(f, y.hi) : y.hi,
           bottom = strict ? span_next(f, x.lo) : x.lo;
    if (strict && (y.hi == -INFINITY || x.lo == INFINITY))
        return icp_narrow_float(s, node, a, span_numbers(1, 0));
    return icp_narrow_float(s, node, a, span_numbers(-INFINITY, any_zero(top, false))) &&
           icp_narrow_float(s, node, b, span_numbers(any_zero(bottom, true), INFINITY));
}

static bool backward_comparison(icp_solver *s, uint32_t node, bool to) {
    const icp_node *n = &s->graph.nodes.data[node];
    bool strict = n->op == OP_FP_LT;
    span x = arg_dom(s, n, 0)->f, y = arg_dom(s, n, 1)->f;
    if (to) {
        if (!backward_order(s, node, 0, 1, strict)) return false;
        return n->op != OP_FP_EQ || backward_order(s, node, 1, 0, false);
    }
    return n->op == OP_FP_EQ || x.nan || y.nan || backward_order(s, node, 1, 0, !strict);
}

static bool backward_class(icp_solver *s, uint32_t node, bool to) {
    const icp_node *n = &s->graph.nodes.data[node];
    span now = arg_dom(s, n, 0)->f;
    bool all;
    if (to)
        return icp_narrow_float(
            s, node, 0, class_part(n->op, s->graph.nodes.data[arg_of(s, n, 0)].format, now, &all));
    if (n->op == OP_FP_IS_NAN) now.nan = false;
    else if (n->op == OP_FP_IS_NEG && !now.nan) now = span_meet(now, span_numbers(0.0, INFINITY));
    else if (n->op == OP_FP_IS_POS && !now.nan) now = span_meet(now, span_numbers(-INFINITY, -0.0));
    return icp_narrow_float(s, node, 0, now);
}

static bool backward_bool(icp_solver *s, uint32_t node) {
    const icp_node *n = &s->graph.nodes.data[node];
    const dom *d = &s->graph.doms.data[node];
    if (n->op == OP_ITE) return icp_backward_ite(s, node);
    if (d->can_true && d->can_false) return true;
    bool to = d->can_true;
    if (op_is_float_class(n->op)) return backward_class(s, node, to);
    switch (n->op) {
    case OP_NOT: return icp_narrow_bool(s, node, 0, !to);
    case OP_AND: return backward_junction(s, node, true, to);
    case OP_OR: return backward_junction(s, node, false, to);
    case OP_EQ: return backward_equal(s, node, to);
    case OP_FP_LE:
    case OP_FP_LT:
    case OP_FP_EQ: return backward_comparison(s, node, to);
    case OP_LE:
    case OP_LT: return arithmetic_backward(s, node);
    default: return word_backward(s, node);
    }
}

/* The argument of both sides of a product (a sum) stands for two values; only the square says more.
 */
static bool backward_float(icp_solver *s, uint32_t node) {
    const icp_node *n = &s->graph.nodes.data[node];
    span_how h = {(enum span_format)n->format, (enum span_mode)n->mode};
    span z = s->graph.doms.data[node].f;
#define ARG(i) (arg_dom(s, n, i)->f)
    switch (n->op) {
    case OP_FP_NEG: return icp_narrow_float(s, node, 0, span_neg(z));
    case OP_FP_ABS: return icp_narrow_float(s, node, 0, span_abs_of(z, ARG(0)));
    case OP_FP_ADD:
        return icp_narrow_float(s, node, 0, span_addend_of(h, z, ARG(1))) &&
               icp_narrow_float(s, node, 1, span_addend_of(h, z, ARG(0)));
    case OP_FP_SUB:
        return icp_narrow_float(s, node, 0, span_minuend_of(h, z, ARG(1))) &&
               icp_narrow_float(s, node, 1, span_subtrahend_of(h, z, ARG(0)));
    case OP_FP_MUL:
        if (arg_of(s, n, 0) == arg_of(s, n, 1))
            return icp_narrow_float(s, node, 0, span_root_of(h, z, ARG(0)));
        return icp_narrow_float(s, node, 0, span_factor_of(h, z, ARG(1))) &&
               icp_narrow_float(s, node, 1, span_factor_of(h, z, ARG(0)));
    case OP_FP_DIV:
        return icp_narrow_float(s, node, 0, span_dividend_of(h, z, ARG(1))) &&
               icp_narrow_float(s, node, 1, span_divisor_of(h, z, ARG(0)));
    case OP_FP_FMA:
        return icp_narrow_float(s, node, 0, span_fma_factor_of(h, z, ARG(1), ARG(2))) &&
               icp_narrow_float(s, node, 1, span_fma_factor_of(h, z, ARG(0), ARG(2))) &&
               icp_narrow_float(s, node, 2, span_fma_addend_of(h, z, ARG(0), ARG(1)));
    case OP_FP_REM:
        return icp_narrow_float(s, node, 0, span_rem_dividend_of(h.format, z, ARG(0), ARG(1))) &&
               icp_narrow_float(s, node, 1, span_rem_divisor_of(h.format, z, ARG(1)));
    case OP_FP_MIN:
    case OP_FP_MAX:
        return icp_narrow_float(s, node, 0, span_minmax_of(n->op == OP_FP_MIN, z, ARG(1))) &&
               icp_narrow_float(s, node, 1, span_minmax_of(n->op == OP_FP_MIN, z, ARG(0)));
    case OP_FP_SQRT: return icp_narrow_float(s, node, 0, span_radicand_of(h, z));
    case OP_FP_ROUND: return icp_narrow_float(s, node, 0, span_integral_of(h.format, z));
    case OP_FP_FROM_FP:
        return icp_narrow_float(
            s, node, 0,
            span_convert_of(h, (enum span_format)s->graph.nodes.data[arg_of(s, n, 0)].format, z));
    case OP_ITE: return icp_backward_ite(s, node);
    case OP_FP_FROM_BITS:
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV: return word_backward(s, node);
    default: return true;
    }
#undef ARG
}

bool icp_contract(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    dom out = icp_forward(s, node);
    if (!icp_narrow(s, node, &out, node)) return false;
    switch (s->graph.doms.data[node].kind) {
    case DOM_BOOL: return backward_bool(s, node);
    case DOM_FLOAT: return backward_float(s, node);
    case DOM_INT:
    case DOM_REAL:
        return s->graph.nodes.data[node].op == OP_ITE ? icp_backward_ite(s, node)
                                                      : arithmetic_backward(s, node);
    default: return word_backward(s, node);
    }
}
