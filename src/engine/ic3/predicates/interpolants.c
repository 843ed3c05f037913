/* Interpolants of a solver (--ia-interpolator; auto: from our own proofs): for each cut of the path one between what the
 * previous interpolant and the edge allow, and the precondition of the error there. So they are a
 * sequence: each leads to the next. The solver's answers are checked by another one
 * (solver_interpolate). Its time is bounded: solvers that search for interpolants may not end. */
#include "engine/ic3/predicates/refine.h"

#include "base/log.h"
#include "base/time_limits.h"

enum { QUERY_SECONDS = 3, MOST_SILENT = 3 };

/* States after the edge, given `from` before it: next values are program variables, what was before
 * is x@0. */
static term image(ic3ia *e, const arrow *a, term from) {
    substitution old = {0};
    term_vec parts = {0};
    for (uint32_t i = 0; i < e->sim->vars.size; i++)
        subst_set(&old, e->k.t, e->sim->vars.data[i], at_step(e, e->sim->vars.data[i], 0));
    vec_push(&parts, subst_apply(&old, e->k.t, term_and(e->k.t, from, a->tr->formula)));
    for (uint32_t i = 0; i < e->sim->vars.size; i++) {
        term v = e->sim->vars.data[i];
        substitution *next = (substitution *)&a->to_next;
        vec_push(&parts,
                 term_eq(e->k.t, v, subst_apply(&old, e->k.t, subst_apply(next, e->k.t, v))));
    }
    term all = term_and_n(e->k.t, parts.size, parts.data);
    subst_release(&old);
    vec_release(&parts);
    return all;
}

static void atoms_of(ic3ia *e, loc at, term a, proposals *out) {
    assert_debug(at.id < e->k.p->locations.size);
    term_vec parts = {0};
    if (term_op(e->k.t, a) == OP_AND) term_conjuncts(e->k.t, a, &parts);
    else if (term_op(e->k.t, a) == OP_OR) term_disjuncts(e->k.t, a, &parts);
    if (!parts.size) propose(e, at, a, out);
    for (uint32_t i = 0; i < parts.size; i++) atoms_of(e, at, parts.data[i], out);
    vec_release(&parts);
}

static void along_cuts(ic3ia *e, solver *s, const budget *share, const u32_vec *steps,
                       const vec_cube *cubes, proposals *out) {
    preconditions p = {0};
    term between = term_true(e->k.t);
    preconditions_make(e, steps, NULL, &p);
    for (uint32_t i = 1; i < steps->size && p.pre.data[i].id && !budget_over(share); i++) {
        term whole = term_and_n(e->k.t, cubes->data[i].size, cubes->data[i].lits), next;
        term past = image(e, &e->arrows.data[steps->data[i - 1]], between),
             future = term_and(e->k.t, whole, p.pre.data[i]);
        e->k.queries++;
        if (!solver_interpolate(s, past, future, &next)) {
            e->silent++;
            break;
        }
        if (!term_is_const(e->k.t, next))
            atoms_of(e, e->arrows.data[steps->data[i]].from, next, out);
        between = term_and(e->k.t, next, whole);
    }
    preconditions_release(&p);
}

void refine_interpolants(ic3ia *e, const u32_vec *steps, const vec_cube *cubes, proposals *out) {
    assert_debug(!cubes || steps->size == cubes->size);
    LOG("ic3ia", "refine a path of %u steps by interpolants", steps->size);
    const char *why = NULL;
    if (e->silent >= MOST_SILENT) return;
    budget share = time_limited(TIME_PREDICATES_INTERPOLANTS, *e->k.limits);
    solver *s = solver_new(e->k.t, e->k.o->ia_interpolator,
                           (solver_options){.query_seconds = QUERY_SECONDS}, &why);
    if (!s) {
        ic3_stop(&e->k, why ? why : "no such interpolator");
        return;
    }
    solver_set_budget(s, &share);
    along_cuts(e, s, &share, steps, cubes, out);
    solver_delete(s);
}
