/* Clauses of at most two or three literals over the atoms of a place that no state seen there
 * refutes, and of which no part does as well. */
#ifndef ENGINE_HEAP_CLAUSES_H
#define ENGINE_HEAP_CLAUSES_H

#include "engine/candidates/conjuncts.h"
#include "engine/heap/atoms.h"

/* Append them as guesses: about the node, for one that exists, with their instances; and about
 * variables only. */
void clauses_guess(const atlas *a, const atom_place *p, uint32_t longest, conjuncts *out);

#endif
