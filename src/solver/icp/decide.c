/* Decisions: what is open, and which part of it comes first. */
#include "solver/icp/internal.h"

enum { COLD = 1, HOT = 2 };

static void visit(icp_solver *s, uint32_t node, uint8_t heat) {
    if (s->order.heat.data[node] >= heat) return;
    s->order.heat.data[node] = heat;
    vec_push(&s->order.pending, node);
}

/* Which arguments matter: of an ite the chosen one; of a junction that has a deciding argument only
 * that. */
static void visit_arguments(icp_solver *s, uint32_t node, uint8_t heat) {
    const icp_node *n = &s->graph.nodes.data[node];
    const dom *d = &s->graph.doms.data[node];
    if (n->op == OP_ITE) {
        const dom *c = arg_dom(s, n, 0);
        visit(s, arg_of(s, n, 0), heat);
        if (c->can_true) visit(s, arg_of(s, n, 1), heat);
        if (c->can_false) visit(s, arg_of(s, n, 2), heat);
        return;
    }
    if ((n->op == OP_OR && !d->can_false) || (n->op == OP_AND && !d->can_true))
        for (uint32_t i = 0; i < n->args; i++) {
            const dom *x = arg_dom(s, n, i);
            if (n->op == OP_OR ? x->can_false : x->can_true) continue;
            visit(s, arg_of(s, n, i), heat);
            return;
        }
    for (uint32_t i = 0; i < n->args; i++) visit(s, arg_of(s, n, i), heat);
}

/* A choice that is due at a hot node: of an ite its condition, of a junction an argument. */
static uint32_t choice_at(const icp_solver *s, uint32_t node, uint32_t best) {
    const icp_node *n = &s->graph.nodes.data[node];
    uint32_t end = n->op == OP_ITE ? 1 : n->op == OP_OR || n->op == OP_AND ? n->args : 0;
    for (uint32_t i = 0; i < end; i++) {
        const dom *x = arg_dom(s, n, i);
        uint32_t at = arg_of(s, n, i);
        if (x->kind != DOM_BOOL || !x->can_true || !x->can_false) continue;
        if (best == NO_NODE || s->order.activity.data[at] > s->order.activity.data[best]) best = at;
    }
    return best;
}

/* The index of a table, where it has several values, but few: then its elements become known one by
 * one. */
static uint32_t index_at(const icp_solver *s, uint32_t node) {
    const icp_node *n = &s->graph.nodes.data[node];
    if (n->op != OP_SELECT || !n->args) return NO_NODE;
    const dom *x = arg_dom(s, n, 0);
    uint64_t more = x->kind == DOM_WORD ? x->w.uhi - x->w.ulo : 0;
    return more && more < LOOKUPS ? arg_of(s, n, 0) : NO_NODE;
}

/* The input that was split least. */
static bool better_split(const icp_solver *s, uint32_t a, uint32_t b) {
    return b == NO_NODE || s->graph.nodes.data[a].splits < s->graph.nodes.data[b].splits;
}

static bool splits(const icp_solver *s, uint32_t node) {
    uint64_t bits;
    const dom *d = &s->graph.doms.data[node];
    return s->graph.nodes.data[node].leaf && d->kind != DOM_ANY &&
           !dom_is_point(d, &s->graph.nodes.data[node], &bits);
}

/* An asserted clause needs a literal that holds; where none does yet, an open one is decided. */
static bool choose_in_clauses(icp_solver *s, icp_literal *out) {
    bool found = false;
    for (uint32_t i = 0; i < s->clauses.inputs.size && !found; i++) {
        uint32_t clause = s->clauses.inputs.data[i], open = NO_NODE, k = 0,
                 n = s->clauses.all.data[clause].size;
        const icp_literal *l = clause_literals(s, clause);
        for (; k < n; k++) {
            enum status now = literal_status(&s->graph.doms.data[l[k].node],
                                             &s->graph.nodes.data[l[k].node], l[k]);
            if (now == HOLDS) break;
            if (now == OPEN && (open == NO_NODE || s->order.activity.data[l[k].node] >
                                                       s->order.activity.data[l[open].node]))
                open = k;
        }
        if (k < n) visit(s, l[k].node, COLD);
        else if (open != NO_NODE) *out = l[open], found = true;
    }
    return found;
}

static void visit_roots(icp_solver *s) {
    vec_clear(&s->order.heat);
    vec_resize(&s->order.heat, s->graph.nodes.size);
    vec_clear(&s->order.pending);
    for (uint32_t i = 0; i < s->graph.roots.size; i++) visit(s, s->graph.roots.data[i], COLD);
    for (uint32_t i = 0; i < s->assumed.size; i++) visit(s, s->assumed.data[i].literal.node, COLD);
}

/* From what is asserted down. A node whose domain is smaller than what its arguments give is hot,
 * and so is all that it depends on. Nothing hot: every point of the box is a solution, as far as
 * the domains tell. Choices come first. */
bool icp_choose(icp_solver *s, icp_literal *out) {
    uint32_t leaf = NO_NODE, choice = NO_NODE, index = NO_NODE;
    visit_roots(s);
    if (choose_in_clauses(s, out)) return true;
    for (uint32_t i = 0; i < s->order.pending.size && choice == NO_NODE; i++) {
        uint32_t node = s->order.pending.data[i];
        dom reached = icp_forward(s, node);
        if (!dom_within(&reached, &s->graph.doms.data[node])) s->order.heat.data[node] = HOT;
        uint8_t heat = s->order.heat.data[node];
        if (heat == HOT) {
            choice = choice_at(s, node, choice);
            if (index == NO_NODE) index = index_at(s, node);
            if (splits(s, node) && better_split(s, node, leaf)) leaf = node;
        }
        visit_arguments(s, node, heat);
    }
    uint32_t best = choice != NO_NODE ? choice : index != NO_NODE ? index : leaf;
    return best != NO_NODE &&
           literal_cut(&s->graph.doms.data[best], &s->graph.nodes.data[best], best, out);
}
