/* Inductive invariants by guessing many and dropping what is not inductive, until what is left is.
 *
 * Guesses are atoms at loop heads: conditions of the program and their negations, and signs,
 * equations and orders between its variables. What remains is the largest inductive conjunction of
 * the guesses (Flanagan and Leino's Houdini), relative to nothing: it holds in every reachable
 * state. */
#ifndef ENGINE_CANDIDATES_HOUDINI_H
#define ENGINE_CANDIDATES_HOUDINI_H

#include "engine/candidates/conjuncts.h"

/* Conjoin what is proven to `invariant` (by location; none: true). `known`: facts that are guesses
 * too, since others may need them; NULL: none. Stops early, with nothing added, when the budget is
 * over. */
void houdini(program *p, const engine_options *o, const budget *b, const conjuncts *known,
             term_vec *invariant);

/* The same for guesses from elsewhere, at stops: what is left of them is inductive. False: no
 * answer, nothing is left. */
bool houdini_keep(program *p, const engine_options *o, const budget *b, conjuncts *guesses);

#endif
