/* Bounded model checking of the accelerated program (reduce/accelerate.h): many rounds of a
 * counting loop in one step. Finds violations after millions of rounds. */
#ifndef ENGINE_BMC_LEAP_H
#define ENGINE_BMC_LEAP_H

#include "engine/engine.h"

void leap_run(program *p, const engine_options *o, const budget *b, board *shared,
              engine_result *result);

#endif
