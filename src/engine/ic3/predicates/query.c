/* Queries along arcs over predicates: premises by level, cores, and the cube of the state before.
 */
#include "engine/ic3/predicates/predicates.h"

#include "base/log.h"

#include <stdlib.h>

enum { TEMPORARIES = 4000 }; /* activation literals before a solver is made again */

cube cube_of(ic3ia *e, const term_vec *literals) {
    assert_debug(terms_are_there(e->k.t, literals->size, literals->data));
    cube c = {.lits = arena_alloc(&e->cubes, (literals->size + 1) * sizeof(term)),
              .size = literals->size};
    if (c.size) memcpy(c.lits, literals->data, c.size * sizeof(term));
    qsort(c.lits, c.size, sizeof(term), term_by_id);
    for (uint32_t i = 0; i < c.size; i++) c.signature |= 1ull << (hash_mix(c.lits[i].id) & 63);
    return c;
}

term clause_of(ic3 *k, const cube *c) {
    term_vec parts = {0};
    for (uint32_t i = 0; i < c->size; i++) vec_push(&parts, term_not(k->t, c->lits[i]));
    term clause = term_or_n(k->t, parts.size, parts.data);
    vec_release(&parts);
    return clause;
}

solver *arrow_solver(const ic3ia *e, const arrow *a, const budget *limit) {
    solver *s = solver_new(e->k.t, e->k.o->solver, (solver_options){0}, NULL);
    if (!s) return NULL;
    solver_set_budget(s, limit);
    solver_assert(s, a->tr->formula);
    return s;
}

void arrow_open(ic3ia *e, arrow *a) {
    const char *why = NULL;
    a->of =
        (listener){.solver = solver_new(e->k.t, e->k.o->solver,
                                        (solver_options){.seed = (uint32_t)e->k.o->seed}, &why)};
    a->temporaries = 0;
    if (!a->of.solver) {
        ic3_stop(&e->k, why ? why : "solver");
        return;
    }
    solver_set_budget(a->of.solver, e->k.limits);
    solver_assert(a->of.solver, a->tr->formula);
    if (e->places.data[a->from.id].proven.id)
        solver_assert(a->of.solver, e->places.data[a->from.id].proven);
}

/* a fresh solver with the live lemmas */
static void arrow_reset(ic3ia *e, arrow *a) {
    LOG("ic3ia", "reset the solver of an arrow");
    solver_delete(a->of.solver);
    arrow_open(e, a);
}

/* Premises: lemmas of the source from `level` upwards, and for a loop the negated cube itself,
 * whose guard is returned. */
static term push_premises(ic3ia *e, arrow *a, uint32_t level, const cube *c,
                          term_vec *assumptions) {
    if (!e->places.data[a->from.id].is_start)
        for (uint32_t i = level; i <= e->k.frontier + 1; i++)
            vec_push(assumptions, ic3_level_literal(&e->k, i));
    if (!same_loc(a->from, a->to) || !c) return (term){0};
    term guard = term_fresh(e->k.t, "induction", sort_bool(e->k.t));
    solver_assert(a->of.solver, term_or(e->k.t, term_not(e->k.t, guard), clause_of(&e->k, c)));
    vec_push(assumptions, guard);
    a->temporaries++;
    return guard;
}

/* The levels of a delta-encoded frame are assumed in order: the lowest one in the core is the
 * highest that serves. */
static uint32_t reach_of(ic3ia *e, arrow *a, uint32_t level, const term_vec *assumptions) {
    if (e->places.data[a->from.id].is_start) return ALL_LEVELS;
    for (uint32_t i = level; i <= e->k.frontier + 1; i++)
        if (solver_in_core(a->of.solver, assumptions->data[i - level])) return i;
    return ALL_LEVELS;
}

/* ---- what edges from the start are known to do; their premise never changes ---- */

enum { MOST_ENTERED = 64 };

static bool known_apart(arrow *a, const cube *c, term_vec *core) {
    for (uint32_t i = 0; c && i < a->apart.size; i++) {
        if (!cube_subset(&a->apart.data[i], c)) continue;
        if (core) vec_clear(core);
        if (core) vec_append(core, a->apart.data[i].lits, a->apart.data[i].size);
        return true;
    }
    return false;
}

static bool known_entered(arrow *a, const cube *c) {
    for (uint32_t i = a->entered.size; c && i-- > 0;)
        if (cube_subset(c, &a->entered.data[i])) return true;
    return false;
}

/* The model's state after the edge, as a cube over all predicates of the target. */
static void remember_entered(ic3ia *e, arrow *a) {
    predicate_place *l = &e->places.data[a->to.id];
    term_vec literals = {0};
    if (a->entered.size >= MOST_ENTERED) vec_clear(&a->entered);
    for (uint32_t i = 0; i < l->predicates.size; i++) {
        term atom = l->predicates.data[i];
        bool holds = value_is_true(
            solver_value(a->of.solver, e->m.pool, subst_apply(&a->to_next, e->k.t, atom)));
        vec_push(&literals, holds ? atom : term_not(e->k.t, atom));
    }
    cube full = cube_of(e, &literals);
    vec_push(&a->entered, full);
    vec_release(&literals);
}

static void remember_apart(ic3ia *e, arrow *a, const term_vec *core) {
    cube c = cube_of(e, core);
    vec_push(&a->apart, c);
}

/* ---- queries ---- */

static enum answer ask(ic3ia *e, arrow *a, uint32_t level, const cube *c, term_vec *core,
                       uint32_t *reach) {
    term_vec assumptions = {0};
    listener_hear(&e->k, a->from, &a->of);
    term guard = push_premises(e, a, level, c, &assumptions);
    uint32_t premises = assumptions.size;
    for (uint32_t i = 0; c && i < c->size; i++)
        vec_push(&assumptions, subst_apply(&a->to_next, e->k.t, c->lits[i]));
    e->k.queries++;
    progress_tell(e->k.o->progress, UNIT_FRAME, e->k.frontier, e->k.n.lemmas_made, e->k.queries);
    enum answer answer = solver_check(a->of.solver, assumptions.size, assumptions.data);
    if (answer == ANSWER_UNKNOWN) ic3_stop_asking(&e->k, a->of.solver);
    if (answer == ANSWER_UNSAT && core) {
        vec_clear(core);
        for (uint32_t i = 0; c && i < c->size; i++)
            if (solver_in_core(a->of.solver, assumptions.data[premises + i]))
                vec_push(core, c->lits[i]);
        *reach = reach_of(e, a, level, &assumptions);
    }
    if (guard.id) solver_assert(a->of.solver, term_not(e->k.t, guard));
    vec_release(&assumptions);
    return answer;
}

/* False: nothing was known. */
static bool answer_from_start(ic3ia *e, arrow *a, const cube *c, term_vec *core,
                              enum answer *answer) {
    if (known_apart(a, c, core)) return *answer = ANSWER_UNSAT, true;
    return !e->quantify && known_entered(a, c) && (*answer = ANSWER_SAT, true);
}

static void learn_from_start(ic3ia *e, arrow *a, const cube *c, const term_vec *core,
                             enum answer answer) {
    if (answer == ANSWER_UNSAT && c) remember_apart(e, a, core);
    if (answer == ANSWER_SAT && c && !e->quantify) remember_entered(e, a);
}

enum answer edge_prove(ic3ia *e, arrow *a, uint32_t level, const cube *c, term_vec *core,
                       uint32_t *reach) {
    bool from_start = e->places.data[a->from.id].is_start;
    enum answer answer;
    *reach = from_start ? ALL_LEVELS : 0;
    if (level == 0 && !from_start) {
        vec_clear(core);
        return ANSWER_UNSAT;
    }
    if (from_start && answer_from_start(e, a, c, core, &answer)) return answer;
    if (a->temporaries > TEMPORARIES) arrow_reset(e, a);
    if (!a->of.solver) return ANSWER_UNKNOWN;
    answer = ask(e, a, level, c, core, reach);
    if (from_start) learn_from_start(e, a, c, core, answer);
    return answer;
}

enum answer edge_query(ic3ia *e, arrow *a, uint32_t level, const cube *c, term_vec *core) {
    uint32_t reach;
    if (level == 0 && !e->places.data[a->from.id].is_start) {
        if (core) vec_clear(core);
        return ANSWER_UNSAT;
    }
    if (a->temporaries > TEMPORARIES) arrow_reset(e, a);
    return a->of.solver ? ask(e, a, level, c, core, &reach) : ANSWER_UNKNOWN;
}

void edge_preimage(ic3ia *e, arrow *a, const term_vec *targets, term_vec *literals) {
    term_vec parts = {0}, vars = {0};
    map seen = {0};
    vec_push(&parts, a->tr->formula);
    vec_append(&parts, targets->data, targets->size);
    for (uint32_t i = 0; i < parts.size; i++) term_vars(e->k.t, parts.data[i], &seen, &vars);
    model_clear(&e->m);
    solver_model(a->of.solver, &e->m, vars.size, vars.data);
    bool exact = true;
    vec_clear(literals);
    implicant(&e->project, &e->m, term_and_n(e->k.t, parts.size, parts.data), literals);
    term_project(&e->project, &e->m, literals, &a->tr->locals, &exact);
    map_release(&seen);
    vec_release(&parts);
    vec_release(&vars);
}

static void predicate_values(ic3ia *e, arrow *a, term_vec *literals) {
    predicate_place *l = &e->places.data[a->from.id];
    model_clear(&e->m);
    solver_model(a->of.solver, &e->m, l->vars.size, l->vars.data);
    vec_clear(literals);
    for (uint32_t i = 0; i < l->predicates.size; i++) {
        term atom = l->predicates.data[i];
        vec_push(literals,
                 term_holds(e->project.eval, &e->m, atom) ? atom : term_not(e->k.t, atom));
    }
}

void edge_predecessor(ic3ia *e, arrow *a, const cube *c, term_vec *literals) {
    if (!e->quantify) {
        predicate_values(e, a, literals);
        return;
    }
    term_vec targets = {0};
    for (uint32_t i = 0; c && i < c->size; i++)
        vec_push(&targets, subst_apply(&a->to_next, e->k.t, c->lits[i]));
    edge_preimage(e, a, &targets, literals);
    vec_release(&targets);
}
