/* Proofs of an earlier run: candidates, and no more.
 *
 * A file may be old, edited, or of another program. So nothing of what it says about a proof is
 * believed: its invariant is read, the certificate is written from it and from the program as it
 * was read now, and a solver must accept it, as for a proof that an engine just found. What does
 * not pass is dropped, and its goals are asked about as ever. */
#ifndef GOAL_KEPT_H
#define GOAL_KEPT_H

#include "goal/deadcode_internal.h"

/* "(|function#n| formula)" for each cut point that has a formula other than true; n counts those of
 * the function. */
void kept_invariant_print(const program *p, const term_vec *invariant, text *out);

enum kept_outcome { KEPT_REFUSED, KEPT_NO_TIME, KEPT_HOLDS };
/* Check the proof, of which engine, solver, kind, k, near, cut, goals and by_location are given.
 * Where it holds it becomes one of `d`, and its goals are unreachable. It belongs to `d` then;
 * otherwise the caller keeps it. */
enum kept_outcome kept_proof_check(deadcode *d, const deadcode_options *o, goal_proof *p);

#endif
