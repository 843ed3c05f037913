/* Arcs: the edges that matter, each with its solvers. Bounds of a box after the edge are bounds of the primed variables, which are
 * defined as what the edge computes; so whatever the refutation needs of them can be read off. */
#include "engine/icpic3/internal.h"

#include "base/fail.h"

#include <stdio.h>

enum { TICKS_MAY = 150, TICKS_MUST = 500, TICKS_OTHER = 10000, QUESTIONS = 500, FAILURES = 6 };

void icpic3_stop(icpic3 *s, const char *why) {
    if (!s->stopped) engine_unknown(s->result, "%s", why && *why ? why : "solver");
    s->stopped = true;
}

/* ---- making ---- */

static bool is_bad(const icpic3 *s, loc l) { return s->p->locations.data[l].property != 0; }

static void add_arc(icpic3 *s, edge_id e) {
    const edge *x = &s->p->edges.data[e];
    arc a = {.edge = e, .from = x->from, .to = x->to, .error = is_bad(s, x->to)};
    char stamp[32];
    snprintf(stamp, sizeof stamp, "b%u", s->arcs.size);
    way_init(&a.way, s->p, x->command, stamp);
    for (uint32_t i = 0; i < a.way.relation.assigned.size; i++)
        map_set(&a.next_of, a.way.relation.assigned.data[i].id, a.way.relation.next.data[i].id);
    vec_push(a.error ? &s->errors : &s->into.data[a.to], s->arcs.size);
    vec_push(&s->arcs, a);
}

static void mark(const program *p, loc from, bool forwards, bits *seen) {
    u32_vec stack = {0};
    if (!bits_has(seen, from)) vec_push(&stack, from);
    bits_add(seen, from);
    while (stack.size) {
        loc l = vec_pop(&stack);
        const edge_id *e;
        uint32_t n = forwards ? program_out(p, l, &e) : program_in(p, l, &e);
        for (uint32_t i = 0; i < n; i++) {
            loc next = forwards ? p->edges.data[e[i]].to : p->edges.data[e[i]].from;
            if (!bits_has(seen, next)) vec_push(&stack, next);
            bits_add(seen, next);
        }
    }
    vec_release(&stack);
}

void box_arcs_make(icpic3 *s) {
    program *p = s->p;
    bits useful = {0};
    mark(p, p->start, true, &s->reached);
    for (loc l = 0; l < p->locations.size; l++)
        if (is_bad(s, l)) mark(p, l, false, &useful);
    vec_resize(&s->frames, p->locations.size);
    vec_resize(&s->into, p->locations.size);
    for (edge_id e = 0; e < p->edges.size; e++) {
        const edge *x = &p->edges.data[e];
        if (!x->removed && bits_has(&s->reached, x->from) && bits_has(&useful, x->to)) add_arc(s, e);
    }
    bits_release(&useful);
}

static void side_release(side *x) {
    if (x->solver) solver_delete(x->solver);
    bits_release(&x->defined);
}

void box_arcs_release(icpic3 *s) {
    for (uint32_t i = 0; i < s->arcs.size; i++) {
        arc *a = &s->arcs.data[i];
        way_release(&a->way);
        map_release(&a->next_of);
        side_release(&a->exact);
        side_release(&a->other);
    }
    for (uint32_t i = 0; i < s->into.size; i++) vec_release(&s->into.data[i]);
    vec_release(&s->arcs);
    vec_release(&s->into);
    vec_release(&s->errors);
    vec_release(&s->level_literal);
}

/* ---- what a solver is told ---- */

static term level_literal(icpic3 *s, uint32_t level) {
    while (s->level_literal.size <= level) {
        char name[32];
        snprintf(name, sizeof name, "icpic3.level.%u", s->level_literal.size);
        vec_push(&s->level_literal, term_var(s->t, name, sort_bool(s->t)));
    }
    return s->level_literal.data[level];
}

/* Switches of premises, lemmas that were subsumed: after many questions most of what a solver knows is of no use. */
static void close_side_run(icpic3 *s, arc *a, side *x) {
    if (!x->solver || x->asked < QUESTIONS) return;
    if (a->model == x->solver) a->model = NULL;
    side_release(x);
    memset(x, 0, sizeof *x);
    s->n.rebuilt++;
}

static bool open_side(icpic3 *s, arc *a, side *x) {
    close_side_run(s, a, x);
    if (x->solver) return true;
    bool exact = x == &a->exact;
    const char *why = NULL;
    solver_options options = {.seed = (uint32_t)s->o->seed, .query_ticks = TICKS_OTHER};
    x->solver = solver_new(s->t, exact ? "icp" : "auto", options, &why);
    if (!x->solver) return icpic3_stop(s, why), false;
    solver_set_budget(x->solver, s->limits);
    solver_assert(x->solver, a->way.relation.formula);
    return true;
}

static void hear(icpic3 *s, const arc *a, side *x) {
    const frames_of *f = &s->frames.data[a->from];
    for (; x->heard < f->log.size; x->heard++) {
        lemma_event e = f->log.data[x->heard];
        const box_lemma *m = &s->lemmas.data[e.lemma];
        if (m->dead || m->level != e.level) continue; /* what subsumes it comes later */
        term clause = box_term(s, &m->box, true);
        if (e.level == LEVEL_EVER) solver_assert(x->solver, clause);
        else solver_assert(x->solver, term_or(s->t, term_not(s->t, level_literal(s, e.level)), clause));
    }
    for (; x->linked <= s->k + 1; x->linked++)
        solver_assert(x->solver, term_or(s->t, term_not(s->t, level_literal(s, x->linked)), level_literal(s, x->linked + 1)));
}

/* The variable after the edge. */
static term after(icpic3 *s, const arc *a, side *x, uint32_t var) {
    term now = s->p->variables.data[var].var, next = {(uint32_t)map_find(&a->next_of, now.id, now.id)};
    if (same(next, now)) return now;
    term copy = primed(s->t, now);
    if (bits_has(&x->defined, var)) return copy;
    bits_add(&x->defined, var);
    if (x == &a->exact) icp_define(x->solver, copy, next);
    else solver_assert(x->solver, term_eq(s->t, copy, next));
    return copy;
}

/* ---- queries ---- */

typedef struct { term_vec all, after; uint32_t first; } question; /* assumptions; those from `first` on are bounds of `after` */

static void prepare(icpic3 *s, const arc *a, side *x, uint32_t level, const box *c, const box *premise, question *q) {
    if (a->from != s->p->start && level != LEVEL_EVER) vec_push(&q->all, level_literal(s, level));
    if (premise) {
        term switched = term_fresh(s->t, "outside", sort_bool(s->t));
        solver_assert(x->solver, term_or(s->t, term_not(s->t, switched), box_term(s, premise, true)));
        vec_push(&q->all, switched);
    }
    q->first = q->all.size;
    for (uint32_t i = 0; c && i < c->size; i++) {
        term v = after(s, a, x, c->data[i].var);
        vec_push(&q->after, v);
        vec_push(&q->all, bound_term(s->t, v, c->data[i].at));
    }
}

static void read_core(const arc *a, side *x, const box *c, const question *q, box *core) {
    for (uint32_t i = 0; i < c->size; i++) {
        term assumed = q->all.data[q->first + i];
        bound needed[BOUNDS_NEEDED];
        uint32_t n = 0;
        if (!solver_in_core(x->solver, assumed)) continue;
        if (x != &a->exact || !icp_core_bounds(x->solver, assumed, q->after.data[i], &n, needed)) box_add(core, c->data[i]);
        else
            for (uint32_t k = 0; k < n; k++) box_add(core, (box_literal){c->data[i].var, needed[k]});
    }
}

static enum answer ask(icpic3 *s, arc *a, side *x, uint32_t level, const box *c, const box *premise, box *core) {
    question q = {0};
    if (!open_side(s, a, x)) return ANSWER_UNKNOWN;
    x->asked++;
    hear(s, a, x);
    prepare(s, a, x, level, c, premise, &q);
    enum answer answer = solver_check(x->solver, q.all.size, q.all.data);
    if (answer == ANSWER_UNSAT && c && core) read_core(a, x, c, &q, core);
    if (answer == ANSWER_SAT) a->model = x->solver;
    if (premise) solver_assert(x->solver, term_not(s->t, q.all.data[q.first - 1]));
    vec_release(&q.all);
    vec_release(&q.after);
    return answer;
}

enum answer box_arc_query(icpic3 *s, uint32_t number, uint32_t level, const box *c, const box *premise, box *core,
                          enum effort effort) {
    arc *a = &s->arcs.data[number];
    if (a->closed || (level == 0 && a->from != s->p->start)) return ANSWER_UNSAT;
    s->n.queries++;
    if (!open_side(s, a, &a->exact)) return ANSWER_UNKNOWN;
    icp_set_ticks(a->exact.solver, (effort == MUST ? TICKS_MUST : TICKS_MAY) >> a->failures);
    enum answer answer = ask(s, a, &a->exact, level, c, premise, core);
    if (answer != ANSWER_UNKNOWN && a->failures && effort == MUST) a->failures--;
    if (answer != ANSWER_UNKNOWN || effort == MAY || s->stopped || budget_over(s->limits)) return answer;
    if (a->failures < FAILURES) a->failures++;
    s->n.others++;
    return ask(s, a, &a->other, level, c, premise, core);
}

enum answer box_arcs_query(icpic3 *s, loc l, uint32_t level, const box *c, bool relative, box *core, uint32_t *failed,
                           enum effort effort) {
    const u32_vec *into = &s->into.data[l];
    for (uint32_t i = 0; i < into->size; i++) {
        *failed = into->data[i];
        bool loop = relative && s->arcs.data[*failed].from == l;
        enum answer a = box_arc_query(s, *failed, level == LEVEL_EVER ? level : level - 1, c, loop ? c : NULL, core, effort);
        if (a != ANSWER_UNSAT) return a;
    }
    return ANSWER_UNSAT;
}
