/* The search: propagate, analyze, jump back; decide, try a point. */
#include "solver/icp_internal.h"

enum { POINTS = 4 };

/* ---- propagation ---- */

static void empty_queue(icp_solver *s) {
    for (uint32_t i = s->queue_head; i < s->queue.size; i++) s->queued.data[s->queue.data[i]] = 0;
    vec_clear(&s->queue);
    s->queue_head = 0;
}

/* Domains may creep towards a fixpoint for ever; stopping early leaves them larger, no more. */
static bool propagate(icp_solver *s) {
    uint64_t enough = s->steps + 20ull * s->nodes.size + 2000;
    while (s->queue_head < s->queue.size && s->steps < enough) {
        uint32_t node = s->queue.data[s->queue_head++];
        s->queued.data[node] = 0;
        s->steps++;
        if (icp_contract(s, node)) continue;
        empty_queue(s);
        return false;
    }
    empty_queue(s);
    return true;
}

static bool out_of_budget(icp_solver *s) {
    solver *b = &s->base;
    if (b->interrupted) return b->why = "interrupted", true;
    if (b->options.query_ticks && s->conflicts > b->options.query_ticks) return b->why = "effort", true;
    if (b->budget && budget_over(b->budget)) return b->why = budget_reason(b->budget), true;
    if (s->deadline > 0 && clock_now() > s->deadline) return b->why = "timeout", true;
    return false;
}

/* ---- undoing ---- */

static void undo(icp_solver *s, uint32_t size) {
    while (s->trail.size > size) {
        icp_change *c = &vec_last(&s->trail);
        s->doms.data[c->node] = c->old;
        s->nodes.data[c->node].last = c->previous;
        s->trail.size--;
    }
}

/* Levels are numbered from 1; `level` itself stays, its changes undone. */
static void undo_to(icp_solver *s, uint32_t level) {
    while (s->levels.size > level) {
        icp_level *top = &vec_last(&s->levels);
        undo(s, top->trail);
        s->nodes.data[top->node].splits--;
        vec_release(&top->needs);
        s->levels.size--;
    }
    if (level) undo(s, s->levels.data[level - 1].trail);
}

/* ---- analysis ---- */

static void mark(icp_solver *s, uint32_t change) {
    if (change != NO_NODE) s->marks.data[change] = 1;
}

/* `cursor` has the last change of each node before `change`. */
static void mark_reason(icp_solver *s, uint32_t change) {
    const icp_change *c = &s->trail.data[change];
    const icp_node *n = &s->nodes.data[c->reason];
    mark(s, s->cursor.data[c->reason]);
    for (uint32_t i = 0; i < n->args; i++) mark(s, s->cursor.data[arg_of(s, n, i)]);
}

static void insert_level(u32_vec *set, uint32_t level) {
    uint32_t at = set->size;
    while (at && set->data[at - 1] > level) at--;
    if (at && set->data[at - 1] == level) return;
    vec_push(set, level);
    memmove(set->data + at + 1, set->data + at, (set->size - 1 - at) * sizeof *set->data);
    set->data[at] = level;
}

/* The levels that the last change, which left nothing, depends on. Assumptions met on the way are part of the core. */
static void analyze(icp_solver *s, u32_vec *needs) {
    vec_clear(&s->marks);
    vec_resize(&s->marks, s->trail.size);
    vec_resize(&s->cursor, s->nodes.size);
    for (uint32_t i = 0; i < s->nodes.size; i++) s->cursor.data[i] = s->nodes.data[i].last;
    mark(s, s->trail.size - 1);
    for (uint32_t i = s->trail.size; i--;) {
        const icp_change *c = &s->trail.data[i];
        s->cursor.data[c->node] = c->previous;
        if (!s->marks.data[i]) continue;
        mark(s, c->previous);
        if (c->reason == REASON_DECISION) insert_level(needs, c->of);
        else if (c->reason == REASON_ROOT) {
            if (c->of != NO_NODE) s->used.data[c->of] = 1;
        } else mark_reason(s, i);
    }
}

/* ---- decisions ---- */

static bool set_part(icp_solver *s, const dom *part) {
    return icp_narrow(s, vec_last(&s->levels).node, part, REASON_DECISION, s->levels.size);
}

static bool decide(icp_solver *s, uint32_t node) {
    dom first, second;
    if (!dom_split(&s->doms.data[node], &s->nodes.data[node], &first, &second)) return false;
    vec_push(&s->levels, ((icp_level){.node = node, .trail = s->trail.size, .other = second}));
    s->nodes.data[node].splits++;
    s->decisions++;
    set_part(s, &first);
    return true;
}

/* After a contradiction: the other part of the last decision that it needs. False: there is none, the root is refuted. */
static bool resolve(icp_solver *s, u32_vec *needs) {
    while (needs->size) {
        uint32_t level = vec_last(needs);
        needs->size--;
        undo_to(s, level);
        icp_level *l = &s->levels.data[level - 1];
        if (!l->second) {
            l->second = true;
            vec_clear(&l->needs);
            vec_append(&l->needs, needs->data, needs->size);
            s->conflict = NO_NODE;
            dom other = l->other;
            if (set_part(s, &other)) return true;
            vec_clear(needs);
            analyze(s, needs);
            continue;
        }
        for (uint32_t i = 0; i < l->needs.size; i++) insert_level(needs, l->needs.data[i]);
    }
    return false;
}

/* ---- what is open ---- */

enum { COLD = 1, HOT = 2 };

static void visit(icp_solver *s, uint32_t node, uint8_t heat) {
    if (s->heat.data[node] >= heat) return;
    s->heat.data[node] = heat;
    vec_push(&s->pending, node);
}

/* Which arguments matter: of an ite the chosen one; of a junction that has a deciding argument only that. */
static void visit_arguments(icp_solver *s, uint32_t node, uint8_t heat) {
    const icp_node *n = &s->nodes.data[node];
    const dom *d = &s->doms.data[node];
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
static uint32_t choice_at(const icp_solver *s, uint32_t node) {
    const icp_node *n = &s->nodes.data[node];
    uint32_t first = 0, end = n->op == OP_ITE ? 1 : n->op == OP_OR || n->op == OP_AND ? n->args : 0;
    for (uint32_t i = first; i < end; i++) {
        const dom *x = arg_dom(s, n, i);
        if (x->kind == DOM_BOOL && x->can_true && x->can_false) return arg_of(s, n, i);
    }
    return NO_NODE;
}

/* The index of a table, where it has several values, but few: then its elements become known one by one. */
static uint32_t index_at(const icp_solver *s, uint32_t node) {
    const icp_node *n = &s->nodes.data[node];
    if (n->op != OP_SELECT || !n->args) return NO_NODE;
    const dom *x = arg_dom(s, n, 0);
    uint64_t more = x->kind == DOM_WORD ? x->w.uhi - x->w.ulo : 0;
    return more && more < LOOKUPS ? arg_of(s, n, 0) : NO_NODE;
}

static bool better_split(const icp_solver *s, uint32_t a, uint32_t b) {
    if (b == NO_NODE) return true;
    return s->nodes.data[a].splits < s->nodes.data[b].splits;
}

/* From the roots down. A node whose domain is smaller than what its arguments give is hot, and so is all that it
 * depends on. Nothing hot: every point of the box is a solution, as far as the domains tell. Choices come first. */
static uint32_t open_node(icp_solver *s, bool *hot) {
    uint32_t leaf = NO_NODE, choice = NO_NODE, index = NO_NODE;
    *hot = false;
    vec_clear(&s->heat);
    vec_resize(&s->heat, s->nodes.size);
    vec_clear(&s->pending);
    for (uint32_t i = 0; i < s->roots.size; i++) visit(s, s->roots.data[i].node, COLD);
    for (uint32_t i = 0; i < s->pending.size && choice == NO_NODE; i++) {
        uint32_t node = s->pending.data[i];
        const icp_node *n = &s->nodes.data[node];
        uint64_t bits;
        dom out = icp_forward(s, node);
        uint8_t heat = s->heat.data[node];
        if (!dom_within(&out, &s->doms.data[node])) heat = s->heat.data[node] = HOT;
        if (heat == HOT) {
            *hot = true;
            choice = choice_at(s, node);
            if (index == NO_NODE) index = index_at(s, node);
            if (n->leaf && !dom_is_point(&s->doms.data[node], n, &bits) && s->doms.data[node].kind != DOM_ANY &&
                better_split(s, node, leaf))
                leaf = node;
        }
        visit_arguments(s, node, heat);
    }
    return choice != NO_NODE ? choice : index != NO_NODE ? index : leaf;
}

/* ---- points ---- */

/* All nodes at one point: leaves picked, the others computed. */
static void go_to_point(icp_solver *s, uint32_t which) {
    for (uint32_t i = 0; i < s->nodes.size; i++) {
        const icp_node *n = &s->nodes.data[i];
        dom *d = &s->doms.data[i];
        if (n->leaf && d->kind != DOM_ANY) {
            uint64_t bits = dom_pick(d, n, which);
            *d = d->kind == DOM_BOOL    ? dom_bool(bits, !bits)
                 : d->kind == DOM_FLOAT ? dom_float(span_point(span_of_bits(n->format, bits)))
                                        : dom_word_point(n->width, bits);
        } else if (n->args) *d = icp_forward(s, i);
    }
}

static void set_model(icp_solver *s) {
    terms *t = s->base.terms;
    model_clear(&s->model);
    for (uint32_t i = 0; i < s->variables.size; i++) {
        icp_variable v = s->variables.data[i];
        value x = {term_sort(t, v.var), 0};
        if (dom_is_point(&s->doms.data[v.node], &s->nodes.data[v.node], &x.bits)) model_set(&s->model, v.var, x);
        else if (s->nodes.data[v.node].args || !same(s->nodes.data[v.node].term, v.var))
            model_set(&s->model, v.var, term_eval(s->eval, &s->model, s->nodes.data[v.node].term));
    }
}

static bool roots_possible(const icp_solver *s) {
    for (uint32_t i = 0; i < s->roots.size; i++)
        if (!s->doms.data[s->roots.data[i].node].can_true) return false;
    return true;
}

static bool model_holds(icp_solver *s) {
    for (uint32_t i = 0; i < s->stack.asserted.size; i++)
        if (!term_holds(s->eval, &s->model, s->stack.asserted.data[i])) return false;
    for (uint32_t i = 0; i < s->base.assumed.size; i++)
        if (!term_holds(s->eval, &s->model, s->base.assumed.data[i])) return false;
    return true;
}

static bool try_point(icp_solver *s, uint32_t which) {
    vec_clear(&s->box);
    vec_append(&s->box, s->doms.data, s->doms.size);
    go_to_point(s, which);
    bool good = roots_possible(s);
    if (good) set_model(s);
    memcpy(s->doms.data, s->box.data, s->doms.size * sizeof *s->doms.data);
    return good && model_holds(s);
}

/* ---- the loop ---- */

static bool start(icp_solver *s) {
    vec_clear(&s->trail);
    vec_clear(&s->queue);
    vec_clear(&s->queued);
    vec_resize(&s->queued, s->nodes.size);
    s->queue_head = 0;
    s->conflict = NO_NODE;
    s->incomplete = false;
    s->steps = s->conflicts = s->decisions = 0;
    for (uint32_t i = 0; i < s->nodes.size; i++)
        if (s->nodes.data[i].args) {
            s->queued.data[i] = 1;
            vec_push(&s->queue, i);
        }
    for (uint32_t i = 0; i < s->roots.size; i++) {
        dom yes = dom_bool(true, false);
        if (!icp_narrow(s, s->roots.data[i].node, &yes, REASON_ROOT, s->roots.data[i].assumption)) return empty_queue(s), false;
    }
    return true;
}

/* Nothing left to split here, and no solution: this box is given up. */
static void give_up_box(icp_solver *s, u32_vec *needs) {
    s->incomplete = true;
    vec_clear(needs);
    for (uint32_t i = 1; i <= s->levels.size; i++) vec_push(needs, i);
}

static bool point_due(const icp_solver *s) {
    return s->decisions < 64 || s->decisions % 16 == 0;
}

/* The next decision; SAT where a point was found, UNSAT where the box was given up. */
static enum answer advance(icp_solver *s, u32_vec *needs) {
    bool hot;
    uint32_t node = open_node(s, &hot);
    if (node == NO_NODE || point_due(s))
        for (uint32_t k = 0; k < (node == NO_NODE ? POINTS : 1u); k++)
            if (try_point(s, node == NO_NODE ? k : (uint32_t)(s->decisions % POINTS))) return ANSWER_SAT;
    if (node != NO_NODE && decide(s, node)) return ANSWER_UNKNOWN;
    give_up_box(s, needs);
    return ANSWER_UNSAT;
}

static enum answer loop(icp_solver *s, u32_vec *needs) {
    bool consistent = start(s);
    for (uint64_t rounds = 0;; rounds++) {
        consistent = consistent && propagate(s);
        if (rounds % 16 == 0 && out_of_budget(s)) return ANSWER_UNKNOWN;
        if (!consistent) {
            s->conflicts++;
            vec_clear(needs);
            analyze(s, needs);
        } else {
            enum answer a = advance(s, needs);
            if (a == ANSWER_SAT) return a;
            consistent = s->conflict == NO_NODE; /* the part may be empty: its bounds need not have the known bits */
            if (a == ANSWER_UNKNOWN) continue;
        }
        empty_queue(s);
        consistent = resolve(s, needs);
        if (!consistent && !needs->size) break;
    }
    if (s->incomplete) s->base.why = "icp: boxes too small to decide";
    return s->incomplete ? ANSWER_UNKNOWN : ANSWER_UNSAT;
}

enum answer icp_search(icp_solver *s) {
    u32_vec needs = {0};
    enum answer a = loop(s, &needs);
    empty_queue(s);
    undo_to(s, 0);
    vec_release(&needs);
    return a;
}
