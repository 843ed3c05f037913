/* Facts to start from: variables with few values, as flags, states and counters of programs have
 * them. Translators make them numbers, and refinement then needs x <= 0, x < 1, x <= 1 and x < 0
 * one after the other for a flag that is 0 or 1.
 *
 * The least sets of values, by location, that are inductive together: a solver says which edge
 * leads out of them, and every variable's value in its model is one more. A variable with too many
 * is any number. */
#include "engine/ic3/predicates/predicates.h"

#include "base/log.h"
#include "base/bits.h"
#include "base/time_limits.h"
#include "program/liveness.h"

enum { MOST_VALUES = 8 };

typedef struct {
    ic3ia *e;
    budget limit;
    values *pool;
    term_vec vars;           /* of numbers */
    vec(bool) open;          /* by variable: too many values */
    vec(spread) spreads;     /* by location and variable; sorted */
    vec(bool) live, visited; /* by location and variable; by location */
    vec(solver *) solvers;   /* by arrow */
    bits waiting;            /* arrows */
    bool failed;
} census;

static bool is_number(terms *t, term v) {
    enum sort_kind kind = sort_kind_of(t, term_sort(t, v));
    return kind == SORT_INT || kind == SORT_REAL;
}

static uint32_t cell(const census *c, loc at, uint32_t var) { return at.id * c->vars.size + var; }

/* Is what the variable can be at the location worth knowing? Where it is dead, its values need not
 * be those of the program as it was read. */
static bool closed(const census *c, loc at, uint32_t var) {
    return !c->open.data[var] && c->live.data[cell(c, at, var)];
}

/* The variable, with `value` for its value, has one of those known. */
static term member(census *c, loc at, uint32_t var, term given) {
    terms *t = c->e->k.t;
    const term_vec *known = &c->spreads.data[cell(c, at, var)].values;
    term any = term_false(t);
    for (uint32_t i = 0; i < known->size; i++)
        any = term_or(t, any, term_eq(t, given, known->data[i]));
    return any;
}

/* A location that was not visited is not reachable. */
static term fact(census *c, loc at) {
    term all = term_bool(c->e->k.t, c->visited.data[at.id]);
    for (uint32_t i = 0; i < c->vars.size && !c->e->places.data[at.id].is_start; i++)
        if (closed(c, at, i)) all = term_and(c->e->k.t, all, member(c, at, i, c->vars.data[i]));
    return all;
}

/* After the edge some variable has a value not known yet. */
static term escape(census *c, arrow *a) {
    terms *t = c->e->k.t;
    term any = term_bool(t, !c->visited.data[a->to.id]);
    for (uint32_t i = 0; i < c->vars.size; i++)
        if (closed(c, a->to, i))
            any = term_or(
                t, any,
                term_not(t, member(c, a->to, i, subst_apply(&a->to_next, t, c->vars.data[i]))));
    return any;
}

static void add_value(census *c, loc at, uint32_t var, term given) {
    term_vec *known = &c->spreads.data[cell(c, at, var)].values;
    if (terms_have(known, given)) return;
    vec_push(known, given);
    for (uint32_t i = known->size;
         --i && term_is_true(c->e->k.t, term_2(c->e->k.t, OP_LT, given, known->data[i - 1]));) {
        known->data[i] = known->data[i - 1];
        known->data[i - 1] = given;
    }
    c->open.data[var] |= known->size > MOST_VALUES;
}

static void note_model(census *c, arrow *a, solver *s) {
    for (uint32_t i = 0; i < c->vars.size; i++)
        if (closed(c, a->to, i))
            add_value(c, a->to, i,
                      value_to_term(c->pool, solver_value(s, c->pool,
                                                          subst_apply(&a->to_next, c->e->k.t,
                                                                      c->vars.data[i]))));
    c->visited.data[a->to.id] = true;
    for (uint32_t i = 0; i < c->e->k.out.data[a->to.id].size; i++)
        bits_add(&c->waiting, c->e->k.out.data[a->to.id].data[i]);
}

static solver *solver_at(census *c, uint32_t number) {
    arrow *a = &c->e->arrows.data[number];
    if (c->solvers.data[number]) return c->solvers.data[number];
    solver *s = c->solvers.data[number] =
        solver_new(c->e->k.t, c->e->k.o->solver, (solver_options){0}, NULL);
    if (!s) return NULL;
    solver_set_budget(s, &c->limit);
    solver_assert(s, a->tr->formula);
    if (c->e->places.data[a->from.id].proven.id)
        solver_assert(s, c->e->places.data[a->from.id].proven);
    return s;
}

/* Follow one edge until it leads nowhere new. */
static void follow(census *c, uint32_t number) {
    arrow *a = &c->e->arrows.data[number];
    solver *s = solver_at(c, number);
    enum answer answer = s ? ANSWER_SAT : ANSWER_UNKNOWN;
    while (answer == ANSWER_SAT && !budget_over(&c->limit)) {
        term query[] = {fact(c, a->from), escape(c, a)};
        answer = term_is_false(c->e->k.t, query[1]) ? ANSWER_UNSAT : solver_check(s, 2, query);
        if (answer == ANSWER_SAT) note_model(c, a, s);
    }
    c->failed |= answer != ANSWER_UNSAT;
}

/* Opening a variable weakens the premise everywhere: all edges that were followed wait again. */
static void wait_all(census *c) {
    for (uint32_t i = 0; i < c->e->arrows.size; i++)
        if (c->visited.data[c->e->arrows.data[i].from.id] &&
            !c->e->places.data[c->e->arrows.data[i].to.id].is_error)
            bits_add(&c->waiting, i);
}

static uint32_t opened(const census *c) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->open.size; i++) n += c->open.data[i];
    return n;
}

static void settle(census *c) {
    wait_all(c);
    for (bool more = true; more && !c->failed;) {
        more = false;
        for (uint32_t i = 0; i < c->e->arrows.size && !c->failed; i++) {
            if (!bits_has(&c->waiting, i) || c->e->places.data[c->e->arrows.data[i].to.id].is_error)
                continue;
            uint32_t before = opened(c);
            bits_remove(&c->waiting, i);
            follow(c, i);
            if (opened(c) > before) wait_all(c);
            more = true;
        }
    }
}

/* ---- what is known then ---- */

static void find_vars(census *c) {
    program *p = c->e->k.p;
    liveness live;
    liveness_of(p, &live);
    u32_vec numbers = {0};
    for (uint32_t i = 0; i < p->variables.size; i++)
        if (is_number(c->e->k.t, p->variables.data[i].var)) vec_push(&numbers, i);
    for (uint32_t i = 0; i < numbers.size; i++)
        vec_push(&c->vars, p->variables.data[numbers.data[i]].var);
    vec_resize(&c->open, numbers.size);
    vec_resize(&c->spreads, numbers.size * c->e->places.size);
    for (loc l = {0}; l.id < c->e->places.size; l.id++)
        for (uint32_t i = 0; i < numbers.size; i++)
            vec_push(&c->live, bits_has(&live.at.data[l.id], numbers.data[i]));
    vec_release(&numbers);
    liveness_release(&live);
}

static void hand_out(census *c) {
    ic3ia *e = c->e;
    for (loc l = {0}; l.id < e->places.size; l.id++) {
        predicate_place *at = &e->places.data[l.id];
        if (at->is_start || at->is_error) continue;
        term known = fact(c, l);
        at->proven = at->proven.id ? term_and(e->k.t, at->proven, known) : known;
        for (uint32_t i = 0; i < c->vars.size; i++) {
            spread *s = &c->spreads.data[cell(c, l, i)];
            if (!closed(c, l, i)) continue;
            map_set(&at->few_of, c->vars.data[i].id, at->few.size);
            vec_push(&at->few, *s);
            *s = (spread){0};
        }
        for (uint32_t i = 0; i < e->k.out.data[l.id].size; i++)
            solver_assert(e->arrows.data[e->k.out.data[l.id].data[i]].of.solver, known);
    }
}

static void release(census *c) {
    for (uint32_t i = 0; i < c->spreads.size; i++) vec_release(&c->spreads.data[i].values);
    for (uint32_t i = 0; i < c->solvers.size; i++)
        if (c->solvers.data[i]) solver_delete(c->solvers.data[i]);
    vec_release(&c->vars);
    vec_release(&c->open);
    vec_release(&c->spreads);
    vec_release(&c->live);
    vec_release(&c->visited);
    vec_release(&c->solvers);
    bits_release(&c->waiting);
    values_delete(c->pool);
}

void few_values_run(ic3ia *e) {
    LOG("ic3ia", "values");
    census c = {.e = e, .pool = values_new(e->k.t)};
    c.limit = time_limited(TIME_PREDICATES_VALUES, *e->k.limits);
    find_vars(&c);
    vec_resize(&c.visited, e->places.size);
    vec_resize(&c.solvers, e->arrows.size);
    c.visited.data[e->k.p->start.id] = true;
    settle(&c);
    if (!c.failed) hand_out(&c);
    release(&c);
}

/* ---- atoms in one way ---- */

/* The values for which the atom holds, a bit each. */
static uint32_t holds_for(ic3ia *e, term atom, term var, const term_vec *known) {
    uint32_t all = 0;
    for (uint32_t i = 0; i < known->size; i++) {
        substitution s = {0};
        subst_set(&s, e->k.t, var, known->data[i]);
        if (term_is_true(e->k.t, subst_apply(&s, e->k.t, atom))) all |= 1u << i;
        subst_release(&s);
    }
    return all;
}

term values_atom(ic3ia *e, loc at, term atom) {
    assert_debug(at.id < e->k.p->locations.size);
    assert_debug(term_is_bool(e->k.t, atom));
    const predicate_place *l = &e->places.data[at.id];
    term_vec vars = {0};
    map seen = {0};
    uint64_t which;
    if (l->few.size) term_vars(e->k.t, atom, &seen, &vars);
    term var = vars.size == 1 ? vars.data[0] : (term){0};
    map_release(&seen);
    vec_release(&vars);
    if (!var.id || !map_get(&l->few_of, var.id, &which)) return atom;
    const term_vec *known = &l->few.data[which].values;
    uint32_t every = (1u << known->size) - 1, holds = holds_for(e, atom, var, known);
    if (holds == 0 || holds == every) return term_bool(e->k.t, holds);
    if (holds & (holds + 1))
        holds = every & ~holds; /* from some value upwards: as good as its negation */
    if (holds & (holds + 1)) return atom;
    return term_2(e->k.t, OP_LE, var, known->data[__builtin_popcount(holds) - 1]);
}
