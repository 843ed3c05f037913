/* Which new predicates are needed (paper 002, Sect. 5.5): the abstract path under implicit
 * abstraction is infeasible with all candidates; the core of that query says with which. Each step
 * has its own copy of the variables before (x@i) and after (x@i'); a candidate, where it is used,
 * makes its values on both sides of a joint agree. */
#include "engine/ic3/predicates/predicates.h"

#include "base/log.h"
#include "base/fail.h"
#include "base/time_limits.h"

enum {
    MOST_TESTED = 64
}; /* candidates that are worth a query each, beyond the solver's own core */

static term named(ic3ia *e, term var, uint32_t step, const char *suffix) {
    char *name = mem_format("%s@%u%s", term_name(e->k.t, var), step, suffix);
    term v = term_var(e->k.t, name, term_sort(e->k.t, var));
    mem_free(name);
    return v;
}

static void rename_all(ic3ia *e, const term_vec *vars, uint32_t step, const char *suffix,
                       substitution *s) {
    for (uint32_t i = 0; i < vars->size; i++)
        subst_set(s, e->k.t, vars->data[i], named(e, vars->data[i], step, suffix));
}

/* What cubes and candidates speak of: nothing else is compared at joints. */
static void joint_vars(ic3ia *e, const vec_cube *cubes, const located_atoms *candidates,
                       term_vec *out) {
    map seen = {0};
    for (uint32_t i = 0; i < cubes->size; i++)
        for (uint32_t j = 0; j < cubes->data[i].size; j++)
            term_vars(e->k.t, cubes->data[i].lits[j], &seen, out);
    for (uint32_t i = 0; i < candidates->size; i++)
        term_vars(e->k.t, candidates->data[i].atom, &seen, out);
    map_release(&seen);
}

/* One transition over x@i (before) and, of what joints compare, x@(i+1)' (after). */
static void assert_step(ic3ia *e, solver *s, arrow *a, uint32_t step, const term_vec *vars,
                        const term_vec *joint) {
    substitution now = {0};
    rename_all(e, vars, step, "", &now);
    rename_all(e, &a->tr->locals, step, "", &now);
    solver_assert(s, subst_apply(&now, e->k.t, a->tr->formula));
    term proven =
        e->places.data[a->from.id].proven; /* a premise of every query, so of the path too */
    const term_vec *facts = &e->k.frames.data[a->from.id].facts;
    if (proven.id) solver_assert(s, subst_apply(&now, e->k.t, proven));
    for (uint32_t i = 0; i < facts->size; i++)
        solver_assert(s, subst_apply(&now, e->k.t, facts->data[i]));
    for (uint32_t i = 0; i < joint->size; i++) {
        term after = subst_apply(&a->to_next, e->k.t, joint->data[i]);
        solver_assert(s, term_eq(e->k.t, named(e, joint->data[i], step + 1, "'"),
                                 subst_apply(&now, e->k.t, after)));
    }
    subst_release(&now);
}

static void assert_joint(ic3ia *e, solver *s, loc at, uint32_t step, const cube *c,
                         const located_atoms *candidates, const term_vec *use,
                         const term_vec *vars) {
    assert_debug(at.id < e->k.p->locations.size);
    substitution before = {0}, after = {0};
    rename_all(e, vars, step, "", &before);
    rename_all(e, vars, step, "'", &after);
    for (uint32_t i = 0; i < c->size; i++) {
        solver_assert(s, subst_apply(&before, e->k.t, c->lits[i]));
        solver_assert(s, subst_apply(&after, e->k.t, c->lits[i]));
    }
    for (uint32_t i = 0; i < candidates->size; i++) {
        if (!same_loc(candidates->data[i].at, at)) continue;
        term agree = term_eq(e->k.t, subst_apply(&before, e->k.t, candidates->data[i].atom),
                             subst_apply(&after, e->k.t, candidates->data[i].atom));
        solver_assert(s, term_or(e->k.t, term_not(e->k.t, use->data[i]), agree));
    }
    subst_release(&before);
    subst_release(&after);
}

static void use_names(ic3ia *e, uint32_t n, term_vec *use) {
    for (uint32_t i = 0; i < n; i++) {
        char *name = mem_format("use!%u", i);
        vec_push(use, term_var(e->k.t, name, sort_bool(e->k.t)));
        mem_free(name);
    }
}

static void keep_core(solver *s, const term_vec *use, located_atoms *candidates) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < candidates->size; i++)
        if (solver_in_core(s, use->data[i])) candidates->data[kept++] = candidates->data[i];
    if (kept) candidates->size = kept;
}

enum answer predicates_refute(ic3ia *e, const u32_vec *steps, const vec_cube *cubes,
                              const term_vec *vars, located_atoms *candidates, bool minimize) {
    assert_debug(!cubes || steps->size == cubes->size);
    LOG("ic3ia", "do %u candidates refute %u steps?", candidates->size, steps->size);
    bool few = candidates->size <= MOST_TESTED;
    solver *s = solver_new(e->k.t, e->k.o->solver, (solver_options){.minimize_core = few}, NULL);
    if (!s) return ANSWER_UNKNOWN;
    budget limit = time_limited(TIME_PREDICATES_MINIMIZE, *e->k.limits);
    solver_set_budget(s, &limit);
    term_vec use = {0}, joint = {0};
    joint_vars(e, cubes, candidates, &joint);
    use_names(e, candidates->size, &use);
    for (uint32_t i = 0; i < steps->size; i++)
        assert_step(e, s, &e->arrows.data[steps->data[i]], i, vars, &joint);
    for (uint32_t i = 1; i < steps->size; i++)
        assert_joint(e, s, e->arrows.data[steps->data[i]].from, i, &cubes->data[i], candidates,
                     &use, &joint);
    e->k.queries++;
    enum answer answer = solver_check(s, use.size, use.data);
    if (answer == ANSWER_UNSAT && minimize) keep_core(s, &use, candidates);
    vec_release(&use);
    vec_release(&joint);
    solver_delete(s);
    return answer;
}
