/* Results that outlive a run: a SQLite file with every goal, test and proof as soon as it is known.
 *
 * A run that goes on from one (--resume) asks the same question: the same marked sources, the same
 * options of meaning, the same version. All the same nothing in the file is believed, since it may
 * have been edited: a test is replayed like any other, and a proof is a candidate (kept.h) whose
 * certificate is written and checked again. States are for readers of the file alone. Tables:
 *
 *     about (name, said)        fingerprint, version, criterion
 *     goals (number, kind, file, line, column, function, outcome, state)
 *     marks (mark, state, proof)
 *     tests (number, last, by, inputs)       inputs: lines "input kind width[ width] bits"
 *     proofs (number, engine, solver, checker, level, queries, seconds, kind, k, near, cut, goals,
 *             invariant, certificate)
 *
 * What cannot be written ends nothing. */
#ifndef GOAL_STORE_H
#define GOAL_STORE_H

#include "goal/deadcode_internal.h"

typedef struct goal_store goal_store;

/* The file, made where it is not there; one of something else is an error. `resume`: one of another
 * question is an error; otherwise it is emptied. NULL with a message. */
goal_store *store_open(const char *path, bool resume, const deadcode *d, text *messages);
void store_close(goal_store *s);
/* Take over what of it holds: tests first, so that no proof speaks of what a run passes. How many
 * marks. */
uint32_t store_restore(goal_store *s, deadcode *d, const deadcode_options *o);
/* NULL: there is none. */
void store_test(goal_store *s, const deadcode *d, uint32_t test);
void store_proof(goal_store *s, deadcode *d, uint32_t proof);
/* What could not be written, the first time; empty: everything was. */
const char *store_trouble(const goal_store *s);
void store_goals(goal_store *s, const deadcode *d); /* their states now */

#endif
