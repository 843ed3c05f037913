/* Checks of what an engine hands out, by other means than its own: an invariant with Z3
 * (initiation, consecution along every edge, safety), a trace by running it edge by edge with the
 * interpreter's evaluation. Each returns NULL where all is well, otherwise what is wrong. */
#ifndef TESTS_ENGINE_CHECK_H
#define TESTS_ENGINE_CHECK_H

#include "engine/engine.h"
#include "evidence/evidence.h"
#include "program/semantics.h"

static const char *check_edge(program *p, const engine_result *r, edge_id e) {
    const edge *x = &p->edges.data[e.id];
    terms *t = p->terms;
    transition relation;
    substitution s = {0};
    transition_make(p, x->command, "check", &relation);
    solver *z3 = solver_new(t, "z3", (solver_options){0}, NULL);
    solver_assert(z3, r->invariant.data[x->from.id]);
    solver_assert(z3, relation.formula);
    solver_assert(z3, term_not(t, transition_apply(&relation, t, &s, r->invariant.data[x->to.id])));
    enum answer a = solver_check(z3, 0, NULL);
    solver_delete(z3);
    subst_release(&s);
    transition_release(&relation);
    return a == ANSWER_UNSAT ? NULL : "the invariant is not inductive along an edge";
}

static const char *check_invariant(program *p, const engine_result *r) {
    if (r->invariant.size != p->locations.size) return "the invariant lacks locations";
    if (!term_is_true(p->terms, r->invariant.data[p->start.id]))
        return "the invariant constrains the start";
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (p->locations.data[l.id].property && !term_is_false(p->terms, r->invariant.data[l.id]))
            return "the invariant allows an error";
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        const char *wrong = p->edges.data[e.id].removed ? NULL : check_edge(p, r, e);
        if (wrong) return wrong;
    }
    return NULL;
}

/* The trace's edges hang together, and the interpreter with its inputs ends in an error. */
static const char *check_trace(program *p, const engine_result *r) {
    loc at = p->start;
    for (uint32_t i = 0; i < r->trace.edges.size; i++) {
        const edge *e = &p->edges.data[r->trace.edges.data[i].id];
        if (!same_loc(e->from, at) || e->removed)
            return "the edges of the trace do not hang together";
        at = e->to;
    }
    if (!program_is_error(p, at) || !same_loc(at, r->reached))
        return "the trace does not end in its error";
    input_queue *q = input_queue_new(&r->trace.inputs);
    run_options o = {.next_input = input_queue_next,
                     .context = q,
                     .max_steps = r->trace.edges.size + 1,
                     .input_pool = r->pool};
    bool ambiguous = false;
    run_result run = program_run(p, &r->trace.initial, &o, &ambiguous);
    input_queue_delete(q);
    if (ambiguous)
        return NULL; /* the inputs do not determine the run: the edges were checked above */
    return run.end == RUN_ERROR ? NULL : "the interpreter does not reach the error";
}

/* A proof that speaks about loop heads only, or unrolls: by its certificate. */
static inline const char *check_segments(program *p, const engine_result *r) {
    evidence e;
    budget b = budget_of(20, 0);
    term_vec invariant = {r->invariant.data, r->invariant.size, 0};
    evidence_init(&e, p->terms);
    bool good = certificate_write_proof(p, r->proof, r->k, &invariant, NULL, &e);
    if (good) certificate_check(&e.certificate, r->used, &b, &e);
    good = good && e.level != EVIDENCE_NONE;
    evidence_release(&e);
    return good ? NULL : "the certificate of the proof is not accepted";
}

static inline bool speaks_of_errors(const program *p, const engine_result *r) {
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (p->locations.data[l.id].property && l.id < r->invariant.size &&
            r->invariant.data[l.id].id && term_is_false(p->terms, r->invariant.data[l.id]))
            return true;
    return false;
}

static inline const char *check_result(program *p, const engine_result *r) {
    if (r->verdict == VERDICT_TRUE)
        return r->proof == PROOF_INVARIANT && speaks_of_errors(p, r) ? check_invariant(p, r)
                                                                     : check_segments(p, r);
    return r->verdict == VERDICT_FALSE ? check_trace(p, r) : NULL;
}

#endif
