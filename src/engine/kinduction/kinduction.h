/* k-induction over segments: no error within k segments of the start (base), no error at the end of
 * k segments that start anywhere in the known invariants (step); or no run is that long (forward
 * condition).
 *
 * Known invariants: guessed and proven by houdini.h, and proven lemmas of the board. A step that
 * fails on a path that visits a state twice is repeated without that path (simple paths suffice).
 */
#ifndef ENGINE_KINDUCTION_KINDUCTION_H
#define ENGINE_KINDUCTION_KINDUCTION_H

#include "engine/engine.h"

void kinduction_run(program *p, const engine_options *o, const budget *b, board *shared,
                    engine_result *result);

#endif
