/* Candidates that some run contradicts: the cheapest way to be rid of most of them, before a solver
 * is asked. Direction: only what is false in a reachable state goes. */
#ifndef ENGINE_CANDIDATES_REFUTE_H
#define ENGINE_CANDIDATES_REFUTE_H

#include "base/bits.h"
#include "engine/candidates/conjuncts.h"

/* Add to `dropped` the numbers of candidates that do not hold where runs with drawn inputs pass. */
void refute_by_runs(program *p, const conjuncts *candidates, uint64_t seed, const budget *b,
                    bits *dropped);

#endif
