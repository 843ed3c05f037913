#include "engine/ic3ia/ic3ia_internal.h"

#include <stdio.h>
#include <stdlib.h>

enum { TEMPORARIES = 4000 }; /* activation literals before a solver is made anew */

static int by_id(const void *a, const void *b) {
    uint32_t x = ((const term *)a)->id, y = ((const term *)b)->id;
    return x < y ? -1 : x > y;
}

cube cube_of(ic3ia *e, const term_vec *literals) {
    cube c = {.size = literals->size, .literals = arena_alloc(&e->cubes, literals->size * sizeof(term))};
    if (c.size) memcpy(c.literals, literals->data, c.size * sizeof(term));
    qsort(c.literals, c.size, sizeof(term), by_id);
    for (uint32_t i = 0; i < c.size; i++) c.signature |= 1ull << (hash_mix(c.literals[i].id) & 63);
    return c;
}

bool cube_subsumes(const cube *small, const cube *large) {
    if (small->size > large->size || (small->signature & ~large->signature)) return false;
    uint32_t j = 0;
    for (uint32_t i = 0; i < small->size; i++, j++) {
        while (j < large->size && large->literals[j].id < small->literals[i].id) j++;
        if (j == large->size || large->literals[j].id != small->literals[i].id) return false;
    }
    return true;
}

void clause_of(ic3ia *e, const cube *c, term_vec *scratch, term *clause) {
    vec_clear(scratch);
    for (uint32_t i = 0; i < c->size; i++) vec_push(scratch, term_not(e->t, c->literals[i]));
    *clause = term_or_n(e->t, scratch->size, scratch->data);
}

term level_literal(ic3ia *e, uint32_t level) {
    while (e->level_literals.size <= level) {
        char name[32];
        snprintf(name, sizeof name, "level!%u", e->level_literals.size);
        vec_push(&e->level_literals, term_var(e->t, name, sort_bool(e->t)));
    }
    return e->level_literals.data[level];
}

static void assert_lemma(ic3ia *e, arrow *a, const cube *c, uint32_t level) {
    term_vec scratch = {0};
    term clause;
    clause_of(e, c, &scratch, &clause);
    solver_assert(a->s, term_or(e->t, term_not(e->t, level_literal(e, level)), clause));
    vec_release(&scratch);
}

void arrow_open(ic3ia *e, arrow *a) {
    const char *why = NULL;
    a->s = solver_new(e->t, e->o->solver, (solver_options){.seed = (uint32_t)e->o->seed}, &why);
    a->temporaries = 0;
    if (!a->s) {
        e->stop = why ? why : "solver";
        return;
    }
    solver_set_budget(a->s, e->b);
    solver_assert(a->s, a->tr.formula);
    if (e->places.data[a->from].proven.id) solver_assert(a->s, e->places.data[a->from].proven);
}

void arrow_reset(ic3ia *e, arrow *a) {
    solver_delete(a->s);
    arrow_open(e, a);
    place *l = &e->places.data[a->from];
    for (uint32_t i = 0; a->s && i < l->lemmas.size; i++)
        assert_lemma(e, a, &l->lemmas.data[i].c, l->lemmas.data[i].level);
}

static void remove_subsumed(place *l, const cube *c, uint32_t level) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->lemmas.size; i++)
        if (l->lemmas.data[i].level > level || !cube_subsumes(c, &l->lemmas.data[i].c))
            l->lemmas.data[kept++] = l->lemmas.data[i];
    l->lemmas.size = kept;
}

void frame_add(ic3ia *e, loc at, cube c, uint32_t level) {
    place *l = &e->places.data[at];
    remove_subsumed(l, &c, level);
    lemma new_ = {c, level};
    vec_push(&l->lemmas, new_);
    e->lemma_count++;
    for (uint32_t i = 0; i < e->out_of.data[at].size; i++)
        assert_lemma(e, &e->arrows.data[e->out_of.data[at].data[i]], &c, level);
}

bool frame_blocks(ic3ia *e, loc at, const cube *c, uint32_t level) {
    place *l = &e->places.data[at];
    for (uint32_t i = 0; i < l->lemmas.size; i++)
        if (l->lemmas.data[i].level >= level && cube_subsumes(&l->lemmas.data[i].c, c)) return true;
    return false;
}

/* Premises: lemmas of the source from `level` upwards, and for a loop the negated cube itself, whose guard is returned. */
static term push_premises(ic3ia *e, arrow *a, uint32_t level, const cube *c, term_vec *assumptions) {
    if (!e->places.data[a->from].is_start)
        for (uint32_t i = level; i <= e->frontier + 1; i++) vec_push(assumptions, level_literal(e, i));
    if (a->from != a->to || !c) return (term){0};
    term_vec scratch = {0};
    term clause, guard = term_fresh(e->t, "induction", sort_bool(e->t));
    clause_of(e, c, &scratch, &clause);
    solver_assert(a->s, term_or(e->t, term_not(e->t, guard), clause));
    vec_push(assumptions, guard);
    vec_release(&scratch);
    a->temporaries++;
    return guard;
}

/* The levels of a delta-encoded frame are assumed in order: the lowest one in the core is the highest that serves. */
static uint32_t reach_of(ic3ia *e, arrow *a, uint32_t level, const term_vec *assumptions) {
    if (e->places.data[a->from].is_start) return ALL_LEVELS;
    for (uint32_t i = level; i <= e->frontier + 1; i++)
        if (solver_in_core(a->s, assumptions->data[i - level])) return i;
    return ALL_LEVELS;
}

/* ---- what edges from the start are known to do; their premise never changes ---- */

enum { MOST_ENTERED = 64 };

static bool known_apart(arrow *a, const cube *c, term_vec *core) {
    for (uint32_t i = 0; c && i < a->apart.size; i++) {
        if (!cube_subsumes(&a->apart.data[i], c)) continue;
        if (core) vec_clear(core);
        if (core) vec_append(core, a->apart.data[i].literals, a->apart.data[i].size);
        return true;
    }
    return false;
}

static bool known_entered(arrow *a, const cube *c) {
    for (uint32_t i = a->entered.size; c && i-- > 0;)
        if (cube_subsumes(c, &a->entered.data[i])) return true;
    return false;
}

/* The model's state after the edge, as a cube over all predicates of the target. */
static void remember_entered(ic3ia *e, arrow *a) {
    place *l = &e->places.data[a->to];
    term_vec literals = {0};
    if (a->entered.size >= MOST_ENTERED) vec_clear(&a->entered);
    for (uint32_t i = 0; i < l->predicates.size; i++) {
        term atom = l->predicates.data[i];
        bool holds = value_is_true(solver_value(a->s, e->m.pool, subst_apply(&a->to_next, e->t, atom)));
        vec_push(&literals, holds ? atom : term_not(e->t, atom));
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

static enum answer ask(ic3ia *e, arrow *a, uint32_t level, const cube *c, term_vec *core, uint32_t *reach) {
    term_vec assumptions = {0};
    term guard = push_premises(e, a, level, c, &assumptions);
    uint32_t premises = assumptions.size;
    for (uint32_t i = 0; c && i < c->size; i++)
        vec_push(&assumptions, subst_apply(&a->to_next, e->t, c->literals[i]));
    e->queries++;
    progress_tell(e->o->progress, "frame", e->frontier, e->lemma_count, e->queries);
    enum answer answer = solver_check(a->s, assumptions.size, assumptions.data);
    if (answer == ANSWER_UNKNOWN) e->stop = budget_over(e->b) ? budget_reason(e->b) : solver_why(a->s);
    if (answer == ANSWER_UNSAT && core) {
        vec_clear(core);
        for (uint32_t i = 0; c && i < c->size; i++)
            if (solver_in_core(a->s, assumptions.data[premises + i])) vec_push(core, c->literals[i]);
        *reach = reach_of(e, a, level, &assumptions);
    }
    if (guard.id) solver_assert(a->s, term_not(e->t, guard));
    vec_release(&assumptions);
    return answer;
}

/* False: nothing was known. */
static bool answer_from_start(ic3ia *e, arrow *a, const cube *c, term_vec *core, enum answer *answer) {
    if (known_apart(a, c, core)) return *answer = ANSWER_UNSAT, true;
    return !e->quantify && known_entered(a, c) && (*answer = ANSWER_SAT, true);
}

static void learn_from_start(ic3ia *e, arrow *a, const cube *c, const term_vec *core, enum answer answer) {
    if (answer == ANSWER_UNSAT && c) remember_apart(e, a, core);
    if (answer == ANSWER_SAT && c && !e->quantify) remember_entered(e, a);
}

enum answer edge_prove(ic3ia *e, arrow *a, uint32_t level, const cube *c, term_vec *core, uint32_t *reach) {
    bool from_start = e->places.data[a->from].is_start;
    enum answer answer;
    *reach = from_start ? ALL_LEVELS : 0;
    if (level == 0 && !from_start) {
        vec_clear(core);
        return ANSWER_UNSAT;
    }
    if (from_start && answer_from_start(e, a, c, core, &answer)) return answer;
    if (a->temporaries > TEMPORARIES) arrow_reset(e, a);
    if (!a->s) return ANSWER_UNKNOWN;
    answer = ask(e, a, level, c, core, reach);
    if (from_start) learn_from_start(e, a, c, core, answer);
    return answer;
}

enum answer edge_query(ic3ia *e, arrow *a, uint32_t level, const cube *c, term_vec *core) {
    uint32_t reach;
    if (level == 0 && !e->places.data[a->from].is_start) {
        if (core) vec_clear(core);
        return ANSWER_UNSAT;
    }
    if (a->temporaries > TEMPORARIES) arrow_reset(e, a);
    return a->s ? ask(e, a, level, c, core, &reach) : ANSWER_UNKNOWN;
}

void edge_preimage(ic3ia *e, arrow *a, const term_vec *targets, term_vec *literals) {
    term_vec parts = {0}, vars = {0};
    map seen = {0};
    vec_push(&parts, a->tr.formula);
    vec_append(&parts, targets->data, targets->size);
    for (uint32_t i = 0; i < parts.size; i++) term_vars(e->t, parts.data[i], &seen, &vars);
    model_clear(&e->m);
    solver_model(a->s, &e->m, vars.size, vars.data);
    bool exact = true;
    vec_clear(literals);
    implicant(&e->project, &e->m, term_and_n(e->t, parts.size, parts.data), literals);
    project(&e->project, &e->m, literals, &a->tr.locals, &exact);
    map_release(&seen);
    vec_release(&parts);
    vec_release(&vars);
}

static void predicate_values(ic3ia *e, arrow *a, term_vec *literals) {
    place *l = &e->places.data[a->from];
    model_clear(&e->m);
    solver_model(a->s, &e->m, l->vars.size, l->vars.data);
    vec_clear(literals);
    for (uint32_t i = 0; i < l->predicates.size; i++) {
        term atom = l->predicates.data[i];
        vec_push(literals, term_holds(e->project.eval, &e->m, atom) ? atom : term_not(e->t, atom));
    }
}

void edge_predecessor(ic3ia *e, arrow *a, const cube *c, term_vec *literals) {
    if (!e->quantify) {
        predicate_values(e, a, literals);
        return;
    }
    term_vec targets = {0};
    for (uint32_t i = 0; c && i < c->size; i++) vec_push(&targets, subst_apply(&a->to_next, e->t, c->literals[i]));
    edge_preimage(e, a, &targets, literals);
    vec_release(&targets);
}

/* Can the lemma move one level up, that is, is it inductive along every edge into its location? */
static bool pushable(ic3ia *e, loc at, const cube *c, uint32_t level) {
    term_vec core = {0};
    bool good = true;
    uint32_t reach;
    for (uint32_t i = 0; good && i < e->into.data[at].size; i++)
        good = edge_prove(e, &e->arrows.data[e->into.data[at].data[i]], level, c, &core, &reach) == ANSWER_UNSAT;
    vec_release(&core);
    return good;
}

static bool any_at(ic3ia *e, uint32_t level) {
    for (uint32_t l = 0; l < e->places.size; l++)
        for (uint32_t i = 0; i < e->places.data[l].lemmas.size; i++)
            if (e->places.data[l].lemmas.data[i].level == level) return true;
    return false;
}

bool propagate(ic3ia *e, uint32_t *fixpoint) {
    for (uint32_t level = 1; level <= e->frontier; level++) {
        for (loc l = 0; l < e->places.size; l++)
            for (uint32_t i = 0; i < e->places.data[l].lemmas.size;) {
                lemma m = e->places.data[l].lemmas.data[i];
                if (m.level == level && pushable(e, l, &m.c, level)) {
                    uint32_t before = e->places.data[l].lemmas.size;
                    frame_add(e, l, m.c, level + 1);
                    if (e->places.data[l].lemmas.size > before) i++;
                } else i++;
                if (e->stop) return false;
            }
        if (!any_at(e, level)) {
            *fixpoint = level;
            return true;
        }
    }
    return false;
}
