/* Guesses from convex polyhedra: linear inequalities between few integers at loop heads, as if
 * nothing wrapped (ai/relations.h). */
#ifndef ENGINE_SOURCES_POLYHEDRA_H
#define ENGINE_SOURCES_POLYHEDRA_H

#include "engine/candidates/conjuncts.h"

/* Append guesses. Nothing where there are too many variables or the budget ends. */
void guess_polyhedra(program *p, const budget *b, conjuncts *guesses);

#endif
