/* Guesses about cells: candidates for Houdini at the loop heads of a program with cells
 * (abstract.h).
 *
 * A guess says "what the loop has passed is done": order -> relation, where the order compares a
 * followed index with an index that the program uses (k < i), and the relation is one between
 * cells, variables and constants: the negated condition of an error, a condition or a stored value
 * of the program with its counter replaced by the ghost, or an equation or order between two of
 * them. All hold only where the ghosts have values that an error can have: the premise; or, where
 * other variables tell which (k < size), the context. */
#ifndef ENGINE_CELLS_TEMPLATES_H
#define ENGINE_CELLS_TEMPLATES_H

#include "engine/cells/abstract.h"
#include "engine/candidates/conjuncts.h"

/* Append guesses about a->p. `facts` hold at their locations of a->p; `original` is the program
 * that a was made of. Without `all` only what the program itself says about cells, with strict
 * orders: few guesses, and often enough. */
void templates_guess(const abstraction *a, program *original, const conjuncts *facts, bool all,
                     conjuncts *out);

#endif
