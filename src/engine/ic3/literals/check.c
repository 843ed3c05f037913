/* The invariant's own check (--ic3-check): consecution along every edge and safety, decided by z3.
 * What the engine hands out is checked elsewhere anyway; this one tells at once whose fault it is.
 */
#include "engine/ic3/literals/literals.h"

#include "base/log.h"

#include <stdio.h>

static bool inductive_along(literals *s, const edge *e, edge_id id) {
    transition relation;
    substitution after = {0};
    char stamp[32];
    snprintf(stamp, sizeof stamp, "check%u", id.id);
    transition_make(s->k.p, e->command, stamp, &relation);
    solver_set provers = solvers_take(s->k.t); /* this one checks */
    solver *z3 = solver_new(s->k.t, "z3", (solver_options){0}, NULL);
    bool ok = false;
    if (z3) {
        const term *invariant = s->k.result->invariant.data;
        solver_set_budget(z3, s->k.limits);
        solver_assert(z3, relation.formula);
        solver_assert(z3, invariant[e->from.id]);
        solver_assert(
            z3, term_not(s->k.t, transition_apply(&relation, s->k.t, &after, invariant[e->to.id])));
        ok = solver_check(z3, 0, NULL) == ANSWER_UNSAT;
        solver_delete(z3);
    }
    solvers_take(s->k.t);
    solvers_record(s->k.t, provers);
    subst_release(&after);
    transition_release(&relation);
    return ok;
}

bool lit_invariant_holds(literals *s) {
    LOG("ic3cfa", "check the invariant");
    if (!term_is_true(s->k.t, s->k.result->invariant.data[s->k.p->start.id])) return false;
    for (loc l = {0}; l.id < s->k.p->locations.size; l.id++)
        if (ic3_is_bad(&s->k, l) && !term_is_false(s->k.t, s->k.result->invariant.data[l.id]))
            return false;
    for (edge_id e = {0}; e.id < s->k.p->edges.size; e.id++)
        if (!s->k.p->edges.data[e.id].removed && !inductive_along(s, &s->k.p->edges.data[e.id], e))
            return false;
    return true;
}
