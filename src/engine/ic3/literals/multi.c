/* Query (18): can a state of some predecessor's frame step into the cube?
 *
 *     ((F(i-1, l1) and T1) or ... or (F(i-1, ln) and Tn)) and c'
 *
 * One solver for each location has all arcs into it, each guarded by a Boolean: "this arc is
 * taken". A literal after the step means what the taken arc makes of it. */
#include "engine/ic3/literals/multi.h"

#include "base/log.h"
#include "base/time_limits.h"

#include <stdio.h>

enum { TERMS_OF_JOIN = 200000 };

static term taken(const literals *s, uint32_t arc_id) {
    assert_debug(arc_id < s->k.arcs.size);
    char name[32];
    snprintf(name, sizeof name, "ic3.taken.%u", arc_id);
    return term_var(s->k.t, name, sort_bool(s->k.t));
}

static void close_join(literals *s, join_solver *x) {
    if (x->solver) lit_close(s, x->solver);
    vec_release(&x->ears);
    *x = (join_solver){0};
}

void join_forget(literals *s, loc l) {
    assert_debug(l.id < s->k.p->locations.size);
    if (l.id < s->joins.size) close_join(s, &s->joins.data[l.id]);
}

void joins_release(literals *s) {
    for (uint32_t i = 0; i < s->joins.size; i++) close_join(s, &s->joins.data[i]);
    vec_release(&s->joins);
}

static bool open_join(literals *s, loc l, join_solver *x) {
    assert_debug(l.id < s->k.p->locations.size);
    const char *why = NULL;
    const u32_vec *arcs = &s->k.into.data[l.id];
    x->solver = solver_new(s->k.t, s->k.o->solver, (solver_options){0}, &why);
    if (!x->solver) return ic3_stop(&s->k, why), false;
    term_vec one_of = {0};
    for (uint32_t i = 0; i < arcs->size; i++) {
        term by = taken(s, arcs->data[i]);
        vec_push(&one_of, by);
        vec_push(&x->ears, ((listener){.solver = x->solver, .guard = by}));
        solver_assert(x->solver,
                      term_implies(s->k.t, by, s->k.arcs.data[arcs->data[i]].way.relation.formula));
    }
    solver_assert(x->solver, term_or_n(s->k.t, one_of.size, one_of.data));
    vec_release(&one_of);
    return true;
}

static join_solver *prepare(literals *s, loc l) {
    assert_debug(l.id < s->k.p->locations.size);
    const u32_vec *arcs = &s->k.into.data[l.id];
    if (s->joins.size <= l.id) vec_resize(&s->joins, l.id + 1);
    join_solver *x = &s->joins.data[l.id];
    if (x->solver && solver_statistics(x->solver)->terms > TERMS_OF_JOIN) close_join(s, x);
    if (!x->solver && !open_join(s, l, x)) return NULL;
    for (uint32_t i = 0; i < arcs->size; i++) {
        loc from = s->k.arcs.data[arcs->data[i]].from;
        if (same_loc(from, s->k.p->start)) continue;
        listener_hear(&s->k, from, &x->ears.data[i]);
        listener_link(&s->k, &x->ears.data[i], s->k.frontier);
    }
    return x;
}

/* F(0, l) is false but at the start, and a closed arc leads nowhere. */
static void assume_arcs(literals *s, loc l, uint32_t source, term_vec *assumptions) {
    assert_debug(l.id < s->k.p->locations.size);
    const u32_vec *arcs = &s->k.into.data[l.id];
    for (uint32_t i = 0; i < arcs->size; i++) {
        const arc *a = &s->k.arcs.data[arcs->data[i]];
        if (a->closed || (source == 0 && !same_loc(a->from, s->k.p->start)))
            vec_push(assumptions, term_not(s->k.t, taken(s, arcs->data[i])));
    }
    if (source != LEVEL_INFINITY) vec_push(assumptions, ic3_level_literal(&s->k, source));
}

static term after(literals *s, loc l, term lit) {
    assert_debug(l.id < s->k.p->locations.size);
    const u32_vec *arcs = &s->k.into.data[l.id];
    term_vec parts = {0};
    for (uint32_t i = 0; i < arcs->size; i++)
        vec_push(&parts, term_implies(s->k.t, taken(s, arcs->data[i]),
                                      lit_arc_image(s, arcs->data[i], lit)));
    term all = term_and_n(s->k.t, parts.size, parts.data);
    vec_release(&parts);
    return all;
}

static bool is_inductive(literals *s, loc l, uint32_t level, const cube *c) {
    assert_debug(l.id < s->k.p->locations.size);
    join_solver *x = prepare(s, l);
    term_vec assumptions = {0};
    if (!x) return false;
    for (uint32_t i = 0; i < c->size; i++) vec_push(&assumptions, after(s, l, c->lits[i]));
    assume_arcs(s, l, level == LEVEL_INFINITY ? level : level - 1, &assumptions);
    budget little = time_limited(TIME_LITERALS_IMPROVE, *s->k.limits);
    solver_set_budget(x->solver, &little);
    enum answer a = solver_check(x->solver, assumptions.size, assumptions.data);
    solver_set_budget(x->solver, s->k.limits);
    s->k.queries++;
    s->n.generalize_queries++;
    s->n.joint_queries++;
    vec_release(&assumptions);
    return a == ANSWER_UNSAT;
}

cube generalize_multi(literals *s, loc l, uint32_t level, const cube *c) {
    assert_debug(l.id < s->k.p->locations.size);
    LOG("ic3cfa", "generalize over all arcs into %u", l.id);
    cube g = cube_copy(c);
    for (uint32_t i = 0; i < g.size && !s->k.stopped;) {
        cube smaller = cube_without(&g, i);
        bool dropped = is_inductive(s, l, level, &smaller);
        if (dropped) {
            cube swap = g;
            g = smaller;
            smaller = swap;
            s->n.dropped_query++;
        } else {
            i++;
        }
        cube_release(&smaller);
    }
    return g;
}
