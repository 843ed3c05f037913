/* IC3 over simple bounds, in the icp solver: the engine of paper 003 (iSAT3+IC3), on automata with
 * frames by location.
 *
 * A cube is a box: bounds of variables. A refutation tells how far each bound of the box could be
 * moved and still be refuted, so generalization is reading the core, in several orders of the
 * assumptions (literal rotation with bound generalization, Sect. III-A and III-B). Obligations are
 * enlarged by the same means, from the refutation of the negated edge at one point (GeNTR, Sect.
 * III-D). Since the start location is of its own, no cube can exclude an initial state (Sect. III-C
 * has nothing to do).
 *
 * TRUE comes with an invariant of clauses of bounds. FALSE comes with the inputs of the obligations
 * on the way. */
#ifndef ENGINE_IC3_BOUNDS_ICPIC3_H
#define ENGINE_IC3_BOUNDS_ICPIC3_H

#include "engine/engine.h"

void icpic3_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result);

#endif
