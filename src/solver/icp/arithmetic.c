/* Contractors of integers and reals: sums, products, comparisons, conversions, division by
 * constants. */
#include "solver/icp/internal.h"

enum { MANY_PARTS = 16 };

static bool is_integer(const dom *d) { return d->kind == DOM_INT; }

dom dom_number(enum dom_kind kind, int64_t lo, int64_t hi) {
    assert_debug(kind == DOM_INT || kind == DOM_REAL);
    return (dom){.kind = (uint8_t)kind, .empty = lo > hi, .w = {.slo = lo, .shi = hi}};
}

static void extent_of_dom(extent *x, const dom *d) {
    extent_of_cells(x, is_integer(d), d->w.slo, d->w.shi);
}

static dom dom_of_extent(const extent *x, uint8_t kind) {
    int64_t lo, hi;
    extent_cells(x, kind == DOM_INT, &lo, &hi);
    return dom_number((enum dom_kind)kind, lo, hi);
}

/* Constants are exact; their cell need not be. */
static void extent_of_argument(icp_solver *s, const icp_node *n, uint32_t i, extent *x) {
    const icp_node *a = &s->graph.nodes.data[arg_of(s, n, i)];
    mpq_t at;
    if (a->op != OP_NUMBER) {
        extent_of_dom(x, arg_dom(s, n, i));
        return;
    }
    mpq_init(at);
    term_get_mpq(s->base.terms, a->term, at);
    extent_of_value(x, at);
    mpq_clear(at);
}

static bool narrow_to(icp_solver *s, uint32_t by, uint32_t arg, const extent *x) {
    uint32_t node = arg_of(s, &s->graph.nodes.data[by], arg);
    dom to = dom_of_extent(x, s->graph.doms.data[node].kind);
    return icp_narrow(s, node, &to, by);
}

/* ---- sums and products ---- */

/* Of all arguments but one. */
static void combine(icp_solver *s, const icp_node *n, uint32_t except, extent *out) {
    extent more;
    mpq_t unit;
    mpq_init(unit);
    mpq_set_si(unit, n->op == OP_MUL, 1);
    extent_of_value(out, unit);
    extent_init(&more);
    for (uint32_t i = 0; i < n->args; i++) {
        if (i == except) continue;
        extent_of_argument(s, n, i, &more);
        if (n->op == OP_MUL) extent_multiply(out, &more);
        else extent_add(out, &more);
    }
    extent_clear(&more);
    mpq_clear(unit);
}

/* What is left for one argument: the result less the rest, or divided by it. */
static bool backward_part(icp_solver *s, uint32_t node, uint32_t arg) {
    extent rest, z;
    bool good = true, known = true;
    extent_init(&rest);
    extent_init(&z);
    combine(s, &s->graph.nodes.data[node], arg, &rest);
    extent_of_dom(&z, &s->graph.doms.data[node]);
    if (s->graph.nodes.data[node].op == OP_MUL) {
        known = extent_invert(&rest);
        if (known) extent_multiply(&z, &rest);
    } else {
        extent_negate(&rest);
        extent_add(&z, &rest);
    }
    if (known) good = narrow_to(s, node, arg, &z);
    extent_clear(&rest);
    extent_clear(&z);
    return good;
}

static bool backward_parts(icp_solver *s, uint32_t node) {
    uint32_t parts = s->graph.nodes.data[node].args;
    for (uint32_t i = 0; i < parts && parts <= MANY_PARTS; i++)
        if (s->graph.nodes.data[arg_of(s, &s->graph.nodes.data[node], i)].op != OP_NUMBER &&
            !backward_part(s, node, i))
            return false;
    return true;
}

/* ---- order ---- */

/* With doubts where both are in one gap. */
static dom forward_order(const dom *a, const dom *b, bool strict) {
    bool integer = is_integer(a), meet = a->w.shi == b->w.slo && cell_is_point(integer, a->w.shi),
         touch = a->w.slo == b->w.shi && cell_is_point(integer, a->w.slo);
    bool can = a->w.slo <= b->w.shi && !(strict && touch),
         must = a->w.shi < b->w.slo || (!strict && meet);
    return dom_bool(can, !must);
}

/* a <= b, or a < b. */
static bool backward_order(icp_solver *s, uint32_t node, uint32_t a, uint32_t b, bool strict) {
    const icp_node *n = &s->graph.nodes.data[node];
    const dom *x = arg_dom(s, n, a), *y = arg_dom(s, n, b);
    bool integer = is_integer(x);
    int64_t top = y->w.shi - (strict && cell_is_point(integer, y->w.shi)),
            bottom = x->w.slo + (strict && cell_is_point(integer, x->w.slo));
    dom less = dom_number((enum dom_kind)x->kind, cell_least(integer), top),
        more = dom_number((enum dom_kind)x->kind, bottom, cell_most(integer));
    return icp_narrow(s, arg_of(s, n, a), &less, node) &&
           icp_narrow(s, arg_of(s, n, b), &more, node);
}

/* ---- conversions, division by a constant ---- */

static bool divisor(icp_solver *s, const icp_node *n, mpq_t out) {
    const icp_node *d = &s->graph.nodes.data[arg_of(s, n, 1)];
    return d->op == OP_NUMBER && term_get_mpq(s->base.terms, d->term, out) && mpq_sgn(out) > 0;
}

/* Floor of the quotient by d, or of the number itself where d is 1. */
static dom forward_floor(icp_solver *s, const icp_node *n, mpq_t d) {
    extent x, by;
    extent_init(&x);
    extent_init(&by);
    extent_of_argument(s, n, 0, &x);
    mpq_inv(d, d);
    extent_of_value(&by, d);
    mpq_inv(d, d);
    extent_multiply(&x, &by);
    extent_floor(&x);
    dom out = dom_of_extent(&x, DOM_INT);
    extent_clear(&x);
    extent_clear(&by);
    return out;
}

/* x with floor(x / d) in z: from d * z.lo up to, but without, d * (z.hi + 1). */
static bool backward_floor(icp_solver *s, uint32_t node, mpq_t d) {
    extent z, by;
    mpq_t one;
    mpq_init(one);
    mpq_set_si(one, 1, 1);
    extent_init(&z);
    extent_init(&by);
    extent_of_dom(&z, &s->graph.doms.data[node]);
    mpq_add(z.hi.at, z.hi.at, one);
    z.hi.open = true;
    extent_of_value(&by, d);
    extent_multiply(&z, &by);
    bool good = narrow_to(s, node, 0, &z);
    extent_clear(&z);
    extent_clear(&by);
    mpq_clear(one);
    return good;
}

/* A remainder is the number itself where that is small enough. */
static bool is_remainder(const dom *x, const mpq_t d) {
    return x->w.slo >= 0 && cell_is_point(true, x->w.shi) && mpq_cmp_si(d, x->w.shi, 1) > 0;
}

static dom forward_modulo(icp_solver *s, const icp_node *n, mpq_t d) {
    const dom *x = arg_dom(s, n, 0);
    if (is_remainder(x, d)) return *x;
    mpz_sub_ui(mpq_numref(d), mpq_numref(d), 1);
    extent r;
    extent_init(&r);
    extent_of_value(&r, d);
    int64_t least, most;
    extent_cells(&r, true, &least, &most);
    extent_clear(&r);
    return dom_number(DOM_INT, 0, most);
}

static dom forward_combined(icp_solver *s, const icp_node *n, uint8_t kind) {
    extent x;
    extent_init(&x);
    if (n->op == OP_TO_REAL) extent_of_dom(&x, arg_dom(s, n, 0));
    else combine(s, n, NO_NODE, &x);
    dom out = dom_of_extent(&x, kind);
    extent_clear(&x);
    return out;
}

static bool backward_to_real(icp_solver *s, uint32_t node) {
    extent x;
    extent_init(&x);
    extent_of_dom(&x, &s->graph.doms.data[node]);
    bool good = narrow_to(s, node, 0, &x);
    extent_clear(&x);
    return good;
}

/* ---- all of them ---- */

dom arithmetic_forward(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    const icp_node *n = &s->graph.nodes.data[node];
    uint8_t kind = s->graph.ground.data[node].kind;
    dom out = dom_top(s->base.terms, term_sort(s->base.terms, n->term));
    mpq_t d;
    switch (n->op) {
    case OP_LE:
    case OP_LT: return forward_order(arg_dom(s, n, 0), arg_dom(s, n, 1), n->op == OP_LT);
    case OP_ADD:
    case OP_MUL:
    case OP_TO_REAL: return forward_combined(s, n, kind);
    case OP_TO_INT:
    case OP_INT_DIV:
    case OP_MOD:
        mpq_init(d);
        mpq_set_si(d, 1, 1);
        if (n->op == OP_TO_INT || divisor(s, n, d))
            out = n->op == OP_MOD ? forward_modulo(s, n, d) : forward_floor(s, n, d);
        mpq_clear(d);
        return out;
    default: return out;
    }
}

static bool backward_divided(icp_solver *s, uint32_t node) {
    const icp_node *n = &s->graph.nodes.data[node];
    mpq_t d;
    bool good = true;
    mpq_init(d);
    mpq_set_si(d, 1, 1);
    if (n->op == OP_TO_INT || divisor(s, n, d)) {
        if (n->op != OP_MOD) good = backward_floor(s, node, d);
        else if (is_remainder(arg_dom(s, n, 0), d))
            good = icp_narrow(s, arg_of(s, n, 0), &s->graph.doms.data[node], node);
    }
    mpq_clear(d);
    return good;
}

bool arithmetic_backward(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    const icp_node *n = &s->graph.nodes.data[node];
    const dom *d = &s->graph.doms.data[node];
    switch (n->op) {
    case OP_LE:
    case OP_LT:
        if (d->can_true == d->can_false) return true;
        return d->can_true ? backward_order(s, node, 0, 1, n->op == OP_LT)
                           : backward_order(s, node, 1, 0, n->op == OP_LE);
    case OP_ADD:
    case OP_MUL: return backward_parts(s, node);
    case OP_TO_REAL: return backward_to_real(s, node);
    case OP_TO_INT:
    case OP_INT_DIV:
    case OP_MOD: return backward_divided(s, node);
    default: return true;
    }
}
