/* The engine heap: proofs about lists and trees of any size.
 *
 * The objects that one place makes are numbered, their fields are arrays by that number (family.h).
 * Invariants speak of one arbitrary node, a ghost that never changes, and so of all: "the next of a
 * node is 0 or a node whose data is 1". What is assumed where the program reads other nodes are
 * instances of the same invariant, for the nodes that variables point to and those these point to.
 * The invariant is found by guesses that runs of the program do not refute (atoms.h, clauses.h), of
 * which those that are inductive together are kept.
 *
 * Only TRUE is found. The ghost and the instances travel with the result; evidence adds them to the
 * unreduced program and checks there. */
#ifndef ENGINE_HEAP_H
#define ENGINE_HEAP_H

#include "engine/engine.h"

void heap_run(program *p, const engine_options *o, const budget *b, board *shared,
              engine_result *result);

#endif
