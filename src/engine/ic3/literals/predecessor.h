/* Predecessor cubes: a static check of an inductivity query. If a lemma of the predecessor's frame
 * lies within the precondition of a cube along a path, no state of that frame takes the path into
 * the cube (Lemma 2 and Theorem 2 of paper 001; Theorems 6 and 7 of paper 000). No solver is asked.
 */
#ifndef ENGINE_IC3_LITERALS_PREDECESSOR_H
#define ENGINE_IC3_LITERALS_PREDECESSOR_H

#include "engine/ic3/literals/literals.h"

/* True if a lemma of F(level) at the source of arc `a` lies within the precondition of c along
 * `way_taken`. Then `needed` (may be NULL) gets the literals of c whose preconditions the lemma
 * has: the cube of these is inductive along the path, too. */
bool predecessor_blocks(literals *s, uint32_t a, const path *way_taken, uint32_t level,
                        const cube *c, term_vec *needed);

#endif
