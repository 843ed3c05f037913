/* Arcs: the edges that matter, and what a solver that works on one is told about the frames of its
 * source. */
#include "engine/ic3/ic3.h"

#include "base/log.h"

#include <stdio.h>

enum { SPLIT_LIMIT = 64 };

bool ic3_is_bad(const ic3 *k, loc l) {
    assert_debug(l.id < k->p->locations.size);
    return k->p->locations.data[l.id].property != 0;
}

static uint32_t add_arc(ic3 *k, arc a, cmd c) {
    char stamp[32];
    snprintf(stamp, sizeof stamp, "e%u", k->arcs.size);
    way_init(&a.way, k->p, c, stamp);
    if (a.error) vec_push(&k->errors, k->arcs.size);
    else if (!same_loc(a.to, NO_LOC)) vec_push(&k->into.data[a.to.id], k->arcs.size);
    vec_push(&k->out.data[a.from.id], k->arcs.size);
    vec_push(&k->arcs, a);
    return k->arcs.size - 1;
}

/* Where there are too many paths the edge stays whole and models choose: no path is lost either
 * way. */
static void add_edge(ic3 *k, edge_id e, bool split) {
    const edge *origin = &k->p->edges.data[e.id];
    arc a = {.edge = e, .from = origin->from, .to = origin->to, .error = ic3_is_bad(k, origin->to)};
    cmd c = origin->command;
    cmd_vec paths = {0};
    if (split && cmd_split(k->p, c, SPLIT_LIMIT, &paths))
        for (uint32_t i = 0; i < paths.size; i++) add_arc(k, a, paths.data[i]);
    else add_arc(k, a, c);
    vec_release(&paths);
}

uint32_t arcs_add_still(ic3 *k, loc l) {
    assert_debug(l.id < k->p->locations.size);
    return add_arc(k, (arc){.edge = NO_EDGE, .from = l, .to = NO_LOC}, cmd_skip(k->p));
}

static void mark(const program *p, loc from, bool forwards, bits *seen) {
    assert_debug(from.id < p->locations.size);
    loc_vec stack = {0};
    if (!bits_has(seen, from.id)) vec_push(&stack, from);
    bits_add(seen, from.id);
    while (stack.size) {
        loc l = vec_pop(&stack);
        const edge_id *e;
        uint32_t n = forwards ? program_out(p, l, &e) : program_in(p, l, &e);
        for (uint32_t i = 0; i < n; i++) {
            loc next = forwards ? p->edges.data[e[i].id].to : p->edges.data[e[i].id].from;
            if (!bits_has(seen, next.id)) vec_push(&stack, next);
            bits_add(seen, next.id);
        }
    }
    vec_release(&stack);
}

void arcs_make(ic3 *k, bool split) {
    LOG(k->domain->name, "make arcs of %u edges", k->p->edges.size);
    program *p = k->p;
    bits useful = {0};
    mark(p, p->start, true, &k->reached);
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (ic3_is_bad(k, l) || bits_has(&k->asked_about, l.id)) mark(p, l, false, &useful);
    vec_resize(&k->frames, p->locations.size);
    vec_resize(&k->into, p->locations.size);
    vec_resize(&k->out, p->locations.size);
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        const edge *x = &p->edges.data[e.id];
        if (!x->removed && bits_has(&k->reached, x->from.id) && bits_has(&useful, x->to.id))
            add_edge(k, e, split);
    }
    bits_release(&useful);
}

void arcs_release(ic3 *k) {
    for (uint32_t i = 0; i < k->arcs.size; i++) way_release(&k->arcs.data[i].way);
    for (uint32_t i = 0; i < k->into.size; i++) {
        vec_release(&k->into.data[i]);
        vec_release(&k->out.data[i]);
    }
    vec_release(&k->arcs);
    vec_release(&k->into);
    vec_release(&k->out);
    vec_release(&k->errors);
    vec_release(&k->level_literal);
    bits_release(&k->reached);
    bits_release(&k->asked_about);
}

/* ---- listeners ---- */

term ic3_level_literal(ic3 *k, uint32_t level) {
    assert_debug(level != LEVEL_INFINITY);
    while (k->level_literal.size <= level) {
        char name[32];
        snprintf(name, sizeof name, "ic3.level.%u", k->level_literal.size);
        vec_push(&k->level_literal, term_var(k->t, name, sort_bool(k->t)));
    }
    return k->level_literal.data[level];
}

static term told_about(ic3 *k, const listener *x, term a) {
    substitution s = {0};
    for (uint32_t i = 0; i < x->about->size; i++)
        subst_set(&s, k->t, x->about->data[i], x->instead.data[i]);
    term told = subst_apply(&s, k->t, a);
    subst_release(&s);
    return told;
}

static void tell(ic3 *k, const listener *x, term a) {
    if (x->about) a = told_about(k, x, a);
    solver_assert(x->solver, x->guard.id ? term_implies(k->t, x->guard, a) : a);
}

/* An event whose lemma rose or died since is stale: a later event says more. */
void listener_hear(ic3 *k, loc from, listener *x) {
    assert_debug(from.id < k->frames.size);
    assert_debug(x->solver);
    const frame_sequence *f = &k->frames.data[from.id];
    for (; x->heard < f->log.size; x->heard++) {
        const lemma_event *e = &f->log.data[x->heard];
        const lemma *m = &k->lemmas.data[e->lemma];
        if (m->dead || m->level != e->level) continue;
        term clause = k->domain->clause(k, &m->cube);
        if (e->level != LEVEL_INFINITY)
            clause = term_implies(k->t, ic3_level_literal(k, e->level), clause);
        tell(k, x, clause);
    }
    for (; x->facts < f->facts.size; x->facts++) tell(k, x, f->facts.data[x->facts]);
}

/* One assumption then switches on a whole frame. */
void listener_link(ic3 *k, listener *x, uint32_t top) {
    assert_debug(top != LEVEL_INFINITY);
    for (; x->linked <= top; x->linked++)
        solver_assert(x->solver, term_implies(k->t, ic3_level_literal(k, x->linked),
                                              ic3_level_literal(k, x->linked + 1)));
}
