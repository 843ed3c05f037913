/* Arcs: the edges that matter, each with its solvers. Bounds of a box after the edge are bounds of
 * the primed variables, which are defined as what the edge computes; so whatever the refutation
 * needs of them can be read off. */
#include "engine/ic3/bounds/bounds.h"

enum { TICKS_MAY = 150, TICKS_MUST = 500, TICKS_OTHER = 10000, QUESTIONS = 500, FAILURES = 6 };

void sides_make(icpic3 *s) {
    vec_resize(&s->sides, s->k.arcs.size);
    for (uint32_t i = 0; i < s->k.arcs.size; i++) {
        const transition *r = &s->k.arcs.data[i].way.relation;
        for (uint32_t j = 0; j < r->assigned.size; j++)
            map_set(&s->sides.data[i].next_of, r->assigned.data[j].id, r->next.data[j].id);
    }
}

static void side_release(side *x) {
    if (x->of.solver) solver_delete(x->of.solver);
    bits_release(&x->defined);
}

void sides_release(icpic3 *s) {
    for (uint32_t i = 0; i < s->sides.size; i++) {
        map_release(&s->sides.data[i].next_of);
        side_release(&s->sides.data[i].exact);
        side_release(&s->sides.data[i].other);
    }
    vec_release(&s->sides);
}

/* ---- what a solver is told ---- */

/* Switches of premises, lemmas that were subsumed: after many questions most of what a solver knows
 * is of no use. */
static void close_side_run(icpic3 *s, sides *a, side *x) {
    if (!x->of.solver || x->asked < QUESTIONS) return;
    if (a->model == x->of.solver) a->model = NULL;
    side_release(x);
    memset(x, 0, sizeof *x);
    s->k.n.rebuilt++;
}

static bool open_side(icpic3 *s, uint32_t number, side *x) {
    sides *a = &s->sides.data[number];
    close_side_run(s, a, x);
    if (x->of.solver) return true;
    bool exact = x == &a->exact;
    const char *why = NULL;
    solver_options options = {.seed = (uint32_t)s->k.o->seed, .query_ticks = TICKS_OTHER};
    x->of.solver = solver_new(s->k.t, exact ? "icp" : "auto", options, &why);
    if (!x->of.solver) return ic3_stop(&s->k, why), false;
    solver_set_budget(x->of.solver, s->k.limits);
    solver_assert(x->of.solver, s->k.arcs.data[number].way.relation.formula);
    return true;
}

/* The variable after the edge. */
static term after(icpic3 *s, const sides *a, side *x, uint32_t var) {
    term now = s->k.p->variables.data[var].var,
         next = {(uint32_t)map_find(&a->next_of, now.id, now.id)};
    if (same(next, now)) return now;
    term copy = primed(s->k.t, now);
    if (bits_has(&x->defined, var)) return copy;
    bits_add(&x->defined, var);
    if (x == &a->exact) icp_define(x->of.solver, copy, next);
    else solver_assert(x->of.solver, term_eq(s->k.t, copy, next));
    return copy;
}

/* ---- queries ---- */

typedef struct {
    term_vec all, after;
    uint32_t first;
} arc_question; /* assumptions; those from `first` on are bounds of `after`, the part that is turned
                 */

static void assume_box(icpic3 *s, uint32_t number, side *x, const box *c, arc_question *q) {
    vec_clear(&q->after);
    q->first = q->all.size;
    for (uint32_t i = 0; c && i < c->size; i++) {
        term v = after(s, &s->sides.data[number], x, c->data[i].var);
        vec_push(&q->after, v);
        vec_push(&q->all, bound_term(s->k.t, v, c->data[i].at));
    }
}

/* The first part of the list: switches, and bounds that stay. Returns the switch of the premise. */
static term prepare(icpic3 *s, uint32_t number, side *x, const arc_query *a, arc_question *q) {
    term switched = {0};
    if (!same_loc(s->k.arcs.data[number].from, s->k.p->start) && a->level != LEVEL_INFINITY)
        vec_push(&q->all, ic3_level_literal(&s->k, a->level));
    if (a->premise) {
        switched = term_fresh(s->k.t, "outside", sort_bool(s->k.t));
        solver_assert(x->of.solver,
                      term_or(s->k.t, term_not(s->k.t, switched), box_term(s, a->premise, true)));
        vec_push(&q->all, switched);
    }
    assume_box(s, number, x, a->kept, q);
    return switched;
}

/* In the order of the list: the last one is the literal that failed. */
static void read_core(icpic3 *s, const sides *a, side *x, const box *c, const arc_question *q,
                      box *core) {
    for (uint32_t i = 0; i < c->size; i++) {
        term assumed = q->all.data[q->first + i];
        bound needed[BOUNDS_NEEDED];
        uint32_t n = 0;
        if (!solver_in_core(x->of.solver, assumed)) continue;
        if (x != &a->exact || !s->k.o->icp_bound_generalization ||
            !icp_core_bounds(x->of.solver, assumed, q->after.data[i], &n, needed))
            box_add(core, c->data[i]);
        else
            for (uint32_t k = 0; k < n; k++)
                box_add(core, (box_literal){c->data[i].var, needed[k]});
    }
}

/* Literal rotation (Sect. III-A): the failed literal goes to the front and the rest is decided
 * before another fails, until every one of those left was the last. */
static void rotate(icpic3 *s, uint32_t number, side *x, arc_question *q, uint32_t fixed,
                   box *core) {
    for (uint32_t i = 0; core->size > 1 && i < core->size && !budget_over(s->k.limits); i++) {
        box less = {0};
        uint32_t weaker;
        box_turn(core);
        q->all.size = fixed;
        assume_box(s, number, x, core, q);
        s->n.rotations++;
        x->asked++;
        bool unsat = solver_check(x->of.solver, q->all.size, q->all.data) == ANSWER_UNSAT;
        if (unsat) {
            read_core(s, &s->sides.data[number], x, core, q, &less);
            s->n.dropped += box_difference(core, &less, &weaker);
            s->n.weakened += weaker;
            box old = *core;
            *core = less;
            less = old;
        }
        vec_release(&less);
        if (!unsat) return;
    }
}

static enum answer ask(icpic3 *s, uint32_t number, side *x, const arc_query *a, box *core) {
    sides *of = &s->sides.data[number];
    arc_question q = {0};
    if (!open_side(s, number, x)) return ANSWER_UNKNOWN;
    x->asked++;
    listener_hear(&s->k, s->k.arcs.data[number].from, &x->of);
    listener_link(&s->k, &x->of, s->k.frontier + 1);
    term switched = prepare(s, number, x, a, &q);
    uint32_t fixed = q.all.size;
    assume_box(s, number, x, a->turned, &q);
    enum answer answer = solver_check(x->of.solver, q.all.size, q.all.data);
    if (answer == ANSWER_UNSAT && a->turned && core) {
        read_core(s, of, x, a->turned, &q, core);
        if (a->rotate) rotate(s, number, x, &q, fixed, core);
    }
    if (answer == ANSWER_SAT) of->model = x->of.solver;
    if (switched.id) solver_assert(x->of.solver, term_not(s->k.t, switched));
    vec_release(&q.all);
    vec_release(&q.after);
    return answer;
}

/* Without another solver to ask, what the run depends on is asked without a limit. */
static uint64_t ticks_for(const icpic3 *s, const sides *a, const arc_query *q) {
    if (q->effort == MUST && !s->k.o->icp_fallback) return UINT32_MAX;
    return (q->effort == MUST ? TICKS_MUST : TICKS_MAY) >> a->unanswered;
}

enum answer box_arc_query(icpic3 *s, uint32_t number, const arc_query *q, box *core) {
    assert_debug(number < s->k.arcs.size);
    assert_debug(number < s->sides.size);
    sides *a = &s->sides.data[number];
    const arc *of = &s->k.arcs.data[number];
    if (of->closed || (q->level == 0 && !same_loc(of->from, s->k.p->start))) return ANSWER_UNSAT;
    s->k.queries++;
    if (!open_side(s, number, &a->exact)) return ANSWER_UNKNOWN;
    icp_set_ticks(a->exact.of.solver, ticks_for(s, a, q));
    enum answer answer = ask(s, number, &a->exact, q, core);
    if (answer != ANSWER_UNKNOWN && a->unanswered && q->effort == MUST) a->unanswered--;
    if (answer != ANSWER_UNKNOWN || q->effort == MAY || s->k.stopped || budget_over(s->k.limits) ||
        !s->k.o->icp_fallback)
        return answer;
    if (a->unanswered < FAILURES) a->unanswered++;
    s->n.others++;
    return ask(s, number, &a->other, q, core);
}

/* ---- all arcs into a location ---- */

/* What of c is not among what is needed already. */
static void rest_of(const box *c, const box *core, box *rest) {
    vec_clear(rest);
    for (uint32_t i = 0; i < c->size; i++)
        if (!box_has(core, c->data[i])) vec_push(rest, c->data[i]);
}

/* Arcs from the start come last: they are the initial states. What is needed so far is kept, and
 * only what these states need beyond it is put back (semantic ungeneralization, Sect. III-C). */
static enum answer inductive_along(icpic3 *s, loc l, const arc_query *how, const box *c,
                                   bool relative, bool initial, box *core, uint32_t *failed) {
    assert_debug(l.id < s->k.p->locations.size);
    const u32_vec *into = &s->k.into.data[l.id];
    box rest = {0}, more = {0};
    enum answer a = ANSWER_UNSAT;
    for (uint32_t i = 0; i < into->size && a == ANSWER_UNSAT; i++) {
        loc from = s->k.arcs.data[into->data[i]].from;
        if (same_loc(from, s->k.p->start) != initial) continue;
        arc_query q = *how;
        *failed = into->data[i];
        if (core) rest_of(c, core, &rest);
        q.premise = relative && same_loc(from, l) ? c : NULL;
        q.kept = core;
        q.turned = core ? &rest : c;
        a = box_arc_query(s, *failed, &q, core ? &more : NULL);
        for (uint32_t k = 0; core && a == ANSWER_UNSAT && k < more.size; k++)
            box_add(core, more.data[k]);
        if (initial && a == ANSWER_UNSAT) s->n.returned += more.size;
        vec_clear(&more);
    }
    vec_release(&rest);
    vec_release(&more);
    return a;
}

enum answer box_inductive(icpic3 *s, loc l, uint32_t level, const box *c, inductive_how how,
                          box *core, uint32_t *failed) {
    assert_debug(l.id < s->k.p->locations.size);
    assert_debug(level);
    arc_query q = {.level = level == LEVEL_INFINITY ? level : level - 1,
                   .rotate = how.rotate,
                   .effort = how.effort};
    enum answer a = inductive_along(s, l, &q, c, how.relative, false, core, failed);
    return a == ANSWER_UNSAT ? inductive_along(s, l, &q, c, how.relative, true, core, failed) : a;
}
