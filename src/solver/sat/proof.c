/* The resolution proof, told step by step to a listener. A learned clause is the clause that
 * was false, resolved with the reasons of its literals in the order of the trail, and at the end
 * with the unit clauses of what holds at level 0, which are derived when they are first needed. */
#include "solver/sat/internal.h"

#include "base/log.h"

void sat_trace(sat_solver *s, const sat_tracer *tracer, void *state) {
    s->proof.tracer = tracer;
    s->proof.tracer_state = state;
    s->clauses.learned_most = UINT32_MAX; /* clauses keep their numbers where a quality would be */
}

uint32_t sat_refutation(const sat_solver *s) { return s->proof.refutation; }

static uint32_t number(const sat_solver *s, uint32_t clause) {
    return s->clauses.arena.data[clause + CLAUSE_NUMBER];
}

static void resolve_units(sat_solver *s, uint32_t clause, uint32_t except) {
    for (uint32_t i = 0; i < clause_size(s, clause); i++) {
        uint32_t v = clause_literals(s, clause)[i] >> 1;
        if (v != except >> 1)
            s->proof.tracer->resolve(s->proof.tracer_state, s->proof.units.data[v], (int)v);
    }
}

/* Reasons come before what they imply, so the units that one needs are there. */
static void derive_units(sat_solver *s) {
    uint32_t end = s->control.size ? s->control.data[0] : s->trail.size;
    vec_resize(&s->proof.units, s->variables.size);
    for (; s->proof.units_done < end; s->proof.units_done++) {
        uint32_t l = s->trail.data[s->proof.units_done], reason = variable_of(s, l)->reason;
        if (s->proof.units.data[l >> 1]) continue;
        s->proof.tracer->start(s->proof.tracer_state, number(s, reason));
        resolve_units(s, reason, l);
        s->proof.units.data[l >> 1] = s->proof.tracer->finish(s->proof.tracer_state);
    }
}

void proof_start(sat_solver *s, uint32_t clause) {
    assert_debug(clause < s->clauses.arena.size);
    if (!s->proof.tracer) return;
    derive_units(s);
    vec_clear(&s->proof.zeros);
    s->proof.tracer->start(s->proof.tracer_state, number(s, clause));
}

void proof_resolve(sat_solver *s, uint32_t clause, uint32_t pivot) {
    assert_debug(clause < s->clauses.arena.size);
    assert_debug(pivot < s->variables.size);
    if (s->proof.tracer)
        s->proof.tracer->resolve(s->proof.tracer_state, number(s, clause), (int)pivot);
}

void proof_learned(sat_solver *s, uint32_t clause, uint32_t unit) {
    if (!s->proof.tracer) return;
    for (uint32_t i = 0; i < s->proof.zeros.size; i++)
        s->proof.tracer->resolve(s->proof.tracer_state, s->proof.units.data[s->proof.zeros.data[i]],
                                 (int)s->proof.zeros.data[i]);
    uint32_t n = s->proof.tracer->finish(s->proof.tracer_state);
    if (clause) s->clauses.arena.data[clause + CLAUSE_NUMBER] = n;
    else s->proof.units.data[unit >> 1] = n;
}

static void derive_empty(sat_solver *s, uint32_t clause) {
    proof_start(s, clause);
    resolve_units(s, clause, 0);
    s->proof.refutation = s->proof.tracer->finish(s->proof.tracer_state);
}

void sat_break(sat_solver *s, uint32_t clause) {
    LOG("sat", "the clauses are unsatisfiable");
    if (s->proof.tracer && !s->broken) derive_empty(s, clause);
    s->broken = true;
}
