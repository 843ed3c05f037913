/* Bounds of linear forms, for loops that compute with floats: digital filters, controllers,
 * integrators.
 *
 * A filter's state is bounded, but no box of its variables is kept by one round: the state turns
 * and shrinks. What is kept is a polyhedron whose sides are the forms that a variable was one, two,
 * three ... rounds before. The engine takes the forms from the paths around each loop, searches
 * their bounds in doubles by iteration and extrapolation, and then has every bound decided on the
 * program itself, with all rounding errors, by a solver that relaxes floats to reals
 * (solver/relax.h). Only that decision counts.
 *
 * TRUE or UNKNOWN; what was proven goes to the board. */
#ifndef ENGINE_AFFINE_AFFINE_H
#define ENGINE_AFFINE_AFFINE_H

#include "engine/engine.h"

void affine_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result);

#endif
