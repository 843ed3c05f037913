/* Predicates from the weakest preconditions of the error along the path. Atoms over the state are
 * taken as they stand. Those with locals or a case split below them are seen through one model of
 * the precondition: its implicant, with the locals projected away. */
#include "engine/ic3/predicates/refine.h"

#include "base/log.h"

typedef struct {
    ic3ia *e;
    const preconditions *p;
    proposals *out;
    loc at;
    map seen;    /* terms looked through */
    bool opaque; /* some atom has locals or an ite */
} wp_walk;

/* Is there an ite below? Atoms are small: a visit for each path is no matter up to the depth looked
 * at. */
static bool has_cases(const terms *t, term a, uint32_t depth) {
    if (term_op(t, a) == OP_ITE || !depth) return true;
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (has_cases(t, term_arg(t, a, i), depth - 1)) return true;
    return false;
}

enum { ATOM_DEPTH = 8 };

bool plain_atom(const terms *t, term a) { return !has_cases(t, a, ATOM_DEPTH); }

static void atoms_of(wp_walk *w, term a) {
    terms *t = w->e->k.t;
    if (!map_add(&w->seen, a.id)) return;
    if (!term_is_connective(t, a)) {
        if (term_is_const(t, a)) return;
        if (over_state(w->e, w->p, a) && plain_atom(t, a)) propose(w->e, w->at, a, w->out);
        else w->opaque = true;
        return;
    }
    for (uint32_t i = 0; i < term_arity(t, a); i++) atoms_of(w, term_arg(t, a, i));
}

/* The literals of one model of the precondition. */
static void through_model(wp_walk *w, term pre) {
    ic3ia *e = w->e;
    solver *s = solver_new(e->k.t, e->k.o->solver, (solver_options){.query_seconds = 5}, NULL);
    if (!s) return;
    solver_set_budget(s, e->k.limits);
    e->k.queries++;
    term_vec vars = {0}, locals = {0}, literals = {0};
    map seen = {0};
    bool exact = true;
    if (solver_check(s, 1, &pre) == ANSWER_SAT) {
        term_vars(e->k.t, pre, &seen, &vars);
        for (uint32_t i = 0; i < vars.size; i++)
            if (!map_get(&w->p->state, vars.data[i].id, NULL)) vec_push(&locals, vars.data[i]);
        model_clear(&e->m);
        solver_model(s, &e->m, vars.size, vars.data);
        implicant(&e->project, &e->m, pre, &literals);
        term_project(&e->project, &e->m, &literals, &locals, &exact);
        for (uint32_t i = 0; i < literals.size; i++) propose(e, w->at, literals.data[i], w->out);
    }
    vec_release(&vars);
    vec_release(&locals);
    vec_release(&literals);
    map_release(&seen);
    solver_delete(s);
}

void refine_wp(ic3ia *e, const u32_vec *steps, const vec_cube *cubes, proposals *out) {
    assert_debug(steps->size);
    LOG("ic3ia", "refine %u steps by preconditions", steps->size);
    preconditions p = {0};
    preconditions_make(e, steps, cubes, &p);
    for (uint32_t i = steps->size; i-- > 1 && p.pre.data[i].id && !budget_over(e->k.limits);) {
        wp_walk w = {.e = e, .p = &p, .out = out, .at = e->arrows.data[steps->data[i]].from};
        atoms_of(&w, p.pre.data[i]);
        if (w.opaque) through_model(&w, p.pre.data[i]);
        map_release(&w.seen);
    }
    preconditions_release(&p);
}
