/* Evidence: no verdict without a check.
 *
 * TRUE: a certificate, self-contained SMT-LIB with the invariant at every cut point of the unreduced program and one
 * query per loop-free region between cut points, all unsat, accepted by a solver other than the one that
 * proved it (independent) or at least by the same one afresh (re-proved).
 * FALSE: inputs, replayed by the interpreter on the unreduced program, and, for C on this machine, by
 * a compiled test. */
#ifndef EVIDENCE_EVIDENCE_H
#define EVIDENCE_EVIDENCE_H

#include "engine/engine.h"
#include "program/program.h"
#include "reduce/reduce.h"

enum evidence_level { EVIDENCE_NONE, EVIDENCE_REPROVED, EVIDENCE_INDEPENDENT, EVIDENCE_REPLAYED, EVIDENCE_EXECUTED };

typedef struct {
    enum evidence_level level;
    char why[200];          /* where level is NONE: what failed */
    text certificate;       /* SMT-LIB of a proof */
    const char *checker;    /* solver that accepted */
    uint32_t queries;
    double seconds;
    input_log inputs;       /* of a violation, in order of execution on the unreduced program */
    vec(edge_id) path;      /* edges of the unreduced program that the replay took */
    loc reached;
    values *pool;
} evidence;

void evidence_init(evidence *e, terms *t);
void evidence_release(evidence *e);

/* Write the certificate for `invariant` (by location of `unreduced`, at cut points) into e->certificate. */
void certificate_write(program *unreduced, const term_vec *invariant, const char *title, evidence *e);
/* Check a certificate text; `proved_by` is the backend to differ from. Sets level, checker, why. */
void certificate_check(terms *t, const text *certificate, const char *proved_by, const budget *b, evidence *e);

/* Replay a trace of `reduced` on `unreduced` with the interpreter: inputs by number. */
void replay_trace(program *unreduced, program *reduced, const engine_result *r, const budget *b, evidence *e);

#endif
