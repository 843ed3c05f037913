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

void cube_clause(ic3ia *e, const cube *c, term_vec *scratch, term *clause) {
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
    cube_clause(e, c, &scratch, &clause);
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

/* Premises: lemmas of the source from `level` upwards, and for a loop the negated cube itself. */
static void push_premises(ic3ia *e, arrow *a, uint32_t level, const cube *c, term_vec *assumptions) {
    if (!e->places.data[a->from].is_start)
        for (uint32_t i = level; i <= e->frontier + 1; i++) vec_push(assumptions, level_literal(e, i));
    if (a->from != a->to || !c) return;
    term_vec scratch = {0};
    term clause, guard = term_fresh(e->t, "induction", sort_bool(e->t));
    cube_clause(e, c, &scratch, &clause);
    solver_assert(a->s, term_or(e->t, term_not(e->t, guard), clause));
    vec_push(assumptions, guard);
    vec_release(&scratch);
    a->temporaries++;
}

enum answer edge_query(ic3ia *e, arrow *a, uint32_t level, const cube *c, term_vec *core) {
    if (level == 0 && !e->places.data[a->from].is_start) {
        if (core) vec_clear(core);
        return ANSWER_UNSAT;
    }
    if (a->temporaries > TEMPORARIES) arrow_reset(e, a);
    if (!a->s) return ANSWER_UNKNOWN;
    term_vec assumptions = {0};
    push_premises(e, a, level, c, &assumptions);
    uint32_t premises = assumptions.size;
    for (uint32_t i = 0; c && i < c->size; i++)
        vec_push(&assumptions, subst_apply(&a->to_next, e->t, c->literals[i]));
    e->queries++;
    enum answer answer = solver_check(a->s, assumptions.size, assumptions.data);
    if (answer == ANSWER_UNKNOWN) e->stop = budget_over(e->b) ? budget_reason(e->b) : solver_why(a->s);
    if (answer == ANSWER_UNSAT && core) {
        vec_clear(core);
        for (uint32_t i = 0; c && i < c->size; i++)
            if (solver_in_core(a->s, assumptions.data[premises + i])) vec_push(core, c->literals[i]);
    }
    vec_release(&assumptions);
    return answer;
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
    for (uint32_t i = 0; i < e->into.data[at].size; i++)
        if (edge_query(e, &e->arrows.data[e->into.data[at].data[i]], level, c, NULL) != ANSWER_UNSAT) return false;
    return true;
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
