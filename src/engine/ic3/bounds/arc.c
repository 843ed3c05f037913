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
} arc_question; /* assumptions; those from `first` on are bounds of `after` */

static void prepare(icpic3 *s, uint32_t number, side *x, uint32_t level, const box *c,
                    const box *premise, arc_question *q) {
    if (!same_loc(s->k.arcs.data[number].from, s->k.p->start) && level != LEVEL_INFINITY)
        vec_push(&q->all, ic3_level_literal(&s->k, level));
    if (premise) {
        term switched = term_fresh(s->k.t, "outside", sort_bool(s->k.t));
        solver_assert(x->of.solver,
                      term_or(s->k.t, term_not(s->k.t, switched), box_term(s, premise, true)));
        vec_push(&q->all, switched);
    }
    q->first = q->all.size;
    for (uint32_t i = 0; c && i < c->size; i++) {
        term v = after(s, &s->sides.data[number], x, c->data[i].var);
        vec_push(&q->after, v);
        vec_push(&q->all, bound_term(s->k.t, v, c->data[i].at));
    }
}

static void read_core(const sides *a, side *x, const box *c, const arc_question *q, box *core) {
    for (uint32_t i = 0; i < c->size; i++) {
        term assumed = q->all.data[q->first + i];
        bound needed[BOUNDS_NEEDED];
        uint32_t n = 0;
        if (!solver_in_core(x->of.solver, assumed)) continue;
        if (x != &a->exact || !icp_core_bounds(x->of.solver, assumed, q->after.data[i], &n, needed))
            box_add(core, c->data[i]);
        else
            for (uint32_t k = 0; k < n; k++)
                box_add(core, (box_literal){c->data[i].var, needed[k]});
    }
}

static enum answer ask(icpic3 *s, uint32_t number, side *x, uint32_t level, const box *c,
                       const box *premise, box *core) {
    sides *a = &s->sides.data[number];
    arc_question q = {0};
    if (!open_side(s, number, x)) return ANSWER_UNKNOWN;
    x->asked++;
    listener_hear(&s->k, s->k.arcs.data[number].from, &x->of);
    listener_link(&s->k, &x->of, s->k.frontier + 1);
    prepare(s, number, x, level, c, premise, &q);
    enum answer answer = solver_check(x->of.solver, q.all.size, q.all.data);
    if (answer == ANSWER_UNSAT && c && core) read_core(a, x, c, &q, core);
    if (answer == ANSWER_SAT) a->model = x->of.solver;
    if (premise) solver_assert(x->of.solver, term_not(s->k.t, q.all.data[q.first - 1]));
    vec_release(&q.all);
    vec_release(&q.after);
    return answer;
}

enum answer box_arc_query(icpic3 *s, uint32_t number, uint32_t level, const box *c,
                          const box *premise, box *core, enum core_demand core_demand) {
    sides *a = &s->sides.data[number];
    const arc *of = &s->k.arcs.data[number];
    if (of->closed || (level == 0 && !same_loc(of->from, s->k.p->start))) return ANSWER_UNSAT;
    s->k.queries++;
    if (!open_side(s, number, &a->exact)) return ANSWER_UNKNOWN;
    icp_set_ticks(a->exact.of.solver,
                  (core_demand == MUST ? TICKS_MUST : TICKS_MAY) >> a->unanswered);
    enum answer answer = ask(s, number, &a->exact, level, c, premise, core);
    if (answer != ANSWER_UNKNOWN && a->unanswered && core_demand == MUST) a->unanswered--;
    if (answer != ANSWER_UNKNOWN || core_demand == MAY || s->k.stopped || budget_over(s->k.limits))
        return answer;
    if (a->unanswered < FAILURES) a->unanswered++;
    s->n.others++;
    return ask(s, number, &a->other, level, c, premise, core);
}

enum answer box_inductive(icpic3 *s, loc l, uint32_t level, const box *c, bool relative, box *core,
                          uint32_t *failed, enum core_demand core_demand) {
    const u32_vec *into = &s->k.into.data[l.id];
    uint32_t before = level == LEVEL_INFINITY ? level : level - 1;
    for (uint32_t i = 0; i < into->size; i++) {
        *failed = into->data[i];
        bool loop = relative && same_loc(s->k.arcs.data[*failed].from, l);
        enum answer a = box_arc_query(s, *failed, before, c, loop ? c : NULL, core, core_demand);
        if (a != ANSWER_UNSAT) return a;
    }
    return ANSWER_UNSAT;
}
