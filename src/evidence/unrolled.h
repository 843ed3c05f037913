/* Certificates of proofs that unroll: the unreduced program, laid out over k segments between its cut points.
 *
 * Written apart from the engines' unrolling on purpose, and as plainly as it goes: every branch has a Boolean of its own that
 * says it is taken, a value that differs where branches meet is an `ite` over them. Folding of constants is
 * the term layer's; nothing else is simplified. */
#ifndef EVIDENCE_UNROLLED_H
#define EVIDENCE_UNROLLED_H

#include "base/budget.h"
#include "engine/engine.h"
#include "evidence/evidence.h"

/* One query: with names[i] defined as values[i], all of `formulas` together must be unsatisfiable. A definition uses
 * earlier names only. */
typedef struct { const char *says; term_vec names, values, formulas; } unrolled_query;
typedef vec(unrolled_query) unrolled_queries;

/* The queries that prove safety of `p` when all are unsatisfiable: by PROOF_UNROLLING, no run passes k segments and none of
 * them reaches an error; by PROOF_K_INDUCTION, `invariant` (by location; none: true) is inductive, no error within k segments of the
 * start, none at the end of k segments from anywhere inside it. False: the budget was used up, or a
 * loop has no cut point. */
bool unrolled_prove(program *p, const term_vec *invariant, enum proof_kind proof, uint32_t k, const budget *b,
                    unrolled_queries *out);
void unrolled_release(unrolled_queries *q);

/* The same as a certificate, in e->certificate. False: e->why says why there is none. */
bool unrolled_certificate(program *unreduced, const term_vec *invariant, enum proof_kind proof, uint32_t k,
                          const char *title, const budget *b, evidence *e);

#endif
