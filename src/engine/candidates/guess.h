/* Candidates for invariants at loop heads. */
#ifndef ENGINE_CANDIDATES_GUESS_H
#define ENGINE_CANDIDATES_GUESS_H

#include "engine/common/unroll.h"

/* Append Boolean terms over program variables that are worth trying at any stop: from conditions
 * and variables. */
void guess_from_program(program *p, uint32_t limit, term_vec *out);
/* Append what a state at a first visit suggests: constants, constant differences and sums of two
 * variables. */
void guess_from_state(program *p, const term *state, uint32_t limit, term_vec *out);

#endif
