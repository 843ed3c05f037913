/* The weakest preconditions of the error along a path, of its edges as they are, or of what the
 * core of the infeasible path needs of them.
 *
 * An edge is a formula over the state and its locals, and the next values. The path's edges get
 * locals of their own (x@i). Then pre[n] = true and pre[i] = formula[i] and pre[i + 1] with next
 * values for variables. */
#include "engine/ic3/predicates/refine.h"

enum { MOST_TERMS = 30000 }; /* of one precondition; larger ones never helped */

typedef struct {
    term formula;
    term_vec assigned, next;
} path_step;

typedef vec(path_step) path_steps;

static path_step slice_make(ic3ia *e, const arrow *a, uint32_t step) {
    substitution rename = {0};
    path_step s = {0};
    for (uint32_t i = 0; i < a->tr->locals.size; i++)
        subst_set(&rename, e->k.t, a->tr->locals.data[i], at_step(e, a->tr->locals.data[i], step));
    s.formula = subst_apply(&rename, e->k.t, a->tr->formula);
    for (uint32_t i = 0; i < a->tr->assigned.size; i++) {
        vec_push(&s.assigned, a->tr->assigned.data[i]);
        vec_push(&s.next, subst_apply(&rename, e->k.t, a->tr->next.data[i]));
    }
    subst_release(&rename);
    return s;
}

/* ---- the core of the path ---- */

/* What is assumed of one step: conjuncts of the edge and of the cube before it, and an equation for
 * every assigned variable. */
typedef struct {
    term_vec conjuncts, conditions, equations;
} step_parts;

typedef struct {
    ic3ia *e;
    solver *s;
    vec(step_parts) steps;
    term_vec all;
} core_search;

static void rename_vars(ic3ia *e, term formula, substitution *names, uint32_t step, map *named) {
    term_vec vars = {0};
    term_vars(e->k.t, formula, named, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        subst_set(names, e->k.t, vars.data[i], at_step(e, vars.data[i], step));
    vec_release(&vars);
}

static void unroll_step(core_search *u, const path_step *s, const cube *c, uint32_t step) {
    ic3ia *e = u->e;
    step_parts p = {0};
    substitution now = {0};
    map named = {0};
    rename_vars(e, s->formula, &now, step, &named);
    for (uint32_t i = 0; i < s->next.size; i++) rename_vars(e, s->next.data[i], &now, step, &named);
    term_conjuncts(e->k.t, s->formula, &p.conjuncts);
    for (uint32_t i = 0; step && i < c->size; i++) {
        rename_vars(e, c->lits[i], &now, step, &named);
        vec_push(&p.conjuncts, c->lits[i]);
    }
    for (uint32_t i = 0; i < p.conjuncts.size; i++)
        vec_push(&p.conditions, subst_apply(&now, e->k.t, p.conjuncts.data[i]));
    map changed = {0};
    for (uint32_t i = 0; i < s->assigned.size; i++) {
        map_set(&changed, s->assigned.data[i].id, 1);
        vec_push(&p.equations, term_eq(e->k.t, at_step(e, s->assigned.data[i], step + 1),
                                       subst_apply(&now, e->k.t, s->next.data[i])));
    }
    for (uint32_t i = 0; i < e->sim->vars.size; i++) {
        term v = e->sim->vars.data[i];
        if (!map_get(&changed, v.id, NULL))
            solver_assert(u->s, term_eq(e->k.t, at_step(e, v, step + 1), at_step(e, v, step)));
    }
    vec_append(&u->all, p.conditions.data, p.conditions.size);
    vec_append(&u->all, p.equations.data, p.equations.size);
    vec_push(&u->steps, p);
    map_release(&changed);
    map_release(&named);
    subst_release(&now);
}

/* Direction: the slice over-approximates its edge with the cube, and the sliced path is still
 * infeasible. */
static void slice_by_core(core_search *u, path_step *s, uint32_t step) {
    ic3ia *e = u->e;
    const step_parts *p = &u->steps.data[step];
    term_vec kept = {0};
    for (uint32_t i = 0; i < p->conjuncts.size; i++)
        if (solver_in_core(u->s, p->conditions.data[i])) vec_push(&kept, p->conjuncts.data[i]);
    s->formula = term_and_n(e->k.t, kept.size, kept.data);
    for (uint32_t i = 0; i < s->assigned.size; i++)
        if (!solver_in_core(u->s, p->equations.data[i]))
            s->next.data[i] = term_fresh(e->k.t, "any", term_sort(e->k.t, s->assigned.data[i]));
    vec_release(&kept);
}

static void slices_by_core(ic3ia *e, const vec_cube *cubes, path_steps *all) {
    core_search u = {.e = e,
                     .s = solver_new(e->k.t, e->k.o->solver,
                                     (solver_options){.minimize_core = true, .query_seconds = 5},
                                     NULL)};
    if (!u.s) return;
    solver_set_budget(u.s, e->k.limits);
    for (uint32_t i = 0; i < all->size; i++) unroll_step(&u, &all->data[i], &cubes->data[i], i);
    e->k.queries++;
    if (solver_check(u.s, u.all.size, u.all.data) == ANSWER_UNSAT)
        for (uint32_t i = 0; i < all->size; i++) slice_by_core(&u, &all->data[i], i);
    for (uint32_t i = 0; i < u.steps.size; i++) {
        vec_release(&u.steps.data[i].conjuncts);
        vec_release(&u.steps.data[i].conditions);
        vec_release(&u.steps.data[i].equations);
    }
    vec_release(&u.steps);
    vec_release(&u.all);
    solver_delete(u.s);
}

/* ---- the walk back ---- */

static term before(ic3ia *e, const path_step *s, term after) {
    substitution next = {0};
    for (uint32_t i = 0; i < s->assigned.size; i++)
        subst_set(&next, e->k.t, s->assigned.data[i], s->next.data[i]);
    term pre = term_and(e->k.t, s->formula, subst_apply(&next, e->k.t, after));
    subst_release(&next);
    return pre;
}

void preconditions_make(ic3ia *e, const u32_vec *steps, const vec_cube *cubes, preconditions *out) {
    assert_debug(steps->size);
    path_steps all = {0};
    for (uint32_t i = 0; i < steps->size; i++) {
        path_step s = slice_make(e, &e->arrows.data[steps->data[i]], i);
        vec_push(&all, s);
    }
    if (cubes) slices_by_core(e, cubes, &all);
    for (uint32_t i = 0; i < e->sim->vars.size; i++)
        map_set(&out->state, e->sim->vars.data[i].id, 1);
    vec_resize(&out->pre, steps->size + 1);
    out->pre.data[steps->size] = term_true(e->k.t);
    for (uint32_t i = steps->size; i-- > 0 && !budget_over(e->k.limits);) {
        out->pre.data[i] = before(e, &all.data[i], out->pre.data[i + 1]);
        if (term_dag_size(e->k.t, out->pre.data[i]) > MOST_TERMS) break;
    }
    for (uint32_t i = 0; i < all.size; i++) {
        vec_release(&all.data[i].assigned);
        vec_release(&all.data[i].next);
    }
    vec_release(&all);
}

void preconditions_release(preconditions *p) {
    vec_release(&p->pre);
    map_release(&p->state);
}

bool over_state(ic3ia *e, const preconditions *p, term atom) {
    assert_debug(term_is_bool(e->k.t, atom));
    term_vec vars = {0};
    bool good = true;
    term_vars(e->k.t, atom, NULL, &vars);
    for (uint32_t i = 0; good && i < vars.size; i++)
        good = map_get(&p->state, vars.data[i].id, NULL);
    vec_release(&vars);
    return good;
}
