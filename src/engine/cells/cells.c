#include "engine/cells/cells.h"
#include "engine/cells/abstract.h"
#include "engine/ic3cfa/ic3cfa.h"

static void take_proof(const abstraction *a, terms *t, const engine_result *inner, engine_result *result) {
    substitution s = {0};
    vec_resize(&result->invariant, inner->invariant.size);
    for (uint32_t i = 0; i < inner->invariant.size; i++)
        if (inner->invariant.data[i].id) result->invariant.data[i] = abstraction_concrete(a, t, &s, inner->invariant.data[i]);
    vec_append(&result->ghosts, a->guards.data, a->guards.size);
    result->verdict = VERDICT_TRUE;
    subst_release(&s);
}

/* True: there is an answer; false: with more ghosts it may be another. */
static bool attempt(program *p, uint32_t per_error, const engine_options *o, const budget *b, board *shared,
                    engine_result *result) {
    abstraction a;
    if (!abstraction_make(&a, p, per_error)) {
        engine_unknown(result, "%s", a.refused ? a.refused : "no array is read where the error is decided");
        abstraction_release(&a);
        return true;
    }
    engine_result inner;
    engine_result_init(&inner, p->terms);
    ic3cfa_run(a.p, o, b, shared, &inner);
    result->solver = inner.solver;
    for (uint32_t i = 0; i < inner.stats.items.size; i++)
        stats_set(&result->stats, inner.stats.items.data[i].name, inner.stats.items.data[i].value);
    stats_set(&result->stats, "ghost indices", a.ghosts.size);
    stats_set(&result->stats, "array cells followed", a.cells.size);
    bool done = inner.verdict != VERDICT_FALSE || a.guards.size < per_error;
    if (inner.verdict == VERDICT_TRUE) take_proof(&a, p->terms, &inner, result);
    else engine_unknown(result, "%s", inner.verdict == VERDICT_FALSE ? "one cell of an array does not decide it" : inner.reason);
    engine_result_release(&inner);
    abstraction_release(&a);
    return done;
}

void cells_run(program *p, const engine_options *o, const budget *b, board *shared, engine_result *result) {
    result->engine = "cells";
    for (uint32_t per_error = 1; per_error <= 2; per_error++)
        if (attempt(p, per_error, o, b, shared, result)) return;
}
