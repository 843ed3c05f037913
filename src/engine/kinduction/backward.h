/* The states from which an error is at most k segments away, as formulas: what makes an inductive
 * invariant of a proof by simple paths.
 *
 * Where no path of k segments that visits no state twice ends in an error, a state from which an
 * error can be reached at all is less than k segments away from it, for the shortest way visits no
 * state twice. So a step from a state that is more than k segments away, or can reach none, leads
 * to such a state again. */
#ifndef ENGINE_KINDUCTION_BACKWARD_H
#define ENGINE_KINDUCTION_BACKWARD_H

#include "engine/common/unroll.h"

/* By location, for the stops of `u`; the others have none. False where an input on the way would
 * need a quantifier, or the formulas become too large. */
bool backward(const unrolling *u, uint32_t k, term_vec *near);

#endif
