/* Results that outlive a run: a SQLite file with every goal, test and proof as soon as it is known.
 *
 * A run that goes on from one (--resume) asks the same question: the same marked sources, the same
 * options of meaning, the same version; with --keep the program may have changed since, and what
 * was about a mark is tried for the one in its place (place.h). In either case nothing in the file
 * is believed: a test is replayed like any other, and a proof is a candidate (kept.h) whose
 * certificate is written and checked again. States are for readers of the file only. Tables:
 *
 *     about (name, said)        fingerprint, version, criterion
 *     goals (number, kind, file, line, column, function, outcome, state)
 *     marks (mark, state, proof)
 *     places (mark, place)
 *     tests (number, last, by, inputs)       inputs: lines "input kind width[ width] bits"
 *     proofs (number, engine, solver, checker, level, queries, seconds, kind, k, near, cut, goals,
 *             invariant, certificate)
 *
 * What cannot be written ends nothing. */
#ifndef GOAL_STORE_H
#define GOAL_STORE_H

#include "goal/deadcode_internal.h"

typedef struct goal_store goal_store;

/* What to do with a file of another question, and with what it has. */
enum store_mode {
    STORE_EMPTY, /* it is emptied in any case */
    STORE_SAME,  /* another question is an error */
    STORE_LIKE   /* its tests and proofs are tried */
};
/* The file, made where it is not there. A link, a file of something else, and one with views or
 * triggers is an error. NULL with a message; d->unwritable: the disk is at fault. */
goal_store *store_open(const char *path, enum store_mode mode, deadcode *d, text *messages);
/* DIR/NAME-DIGEST.goals: of these sources, step or entry, and criterion; to be freed. */
char *store_path_in(const char *directory, const deadcode *d);
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
