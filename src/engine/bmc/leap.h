/* Bounded model checking of the accelerated program (reduce/accelerate.h): many rounds of a
 * counting loop in one step. Finds violations behind millions of rounds. */
#ifndef ENGINE_BMC_LEAP_H
#define ENGINE_BMC_LEAP_H

#include "engine/engine.h"

/* Any engine on the accelerated program, its answer brought back to `p`. False: there is nothing to
 * leap, and the engine was not asked. UNKNOWN leaves no evidence behind. */
bool leap_with(__typeof__(((engine *)0)->run) run, program *p, const engine_options *o,
               const budget *b, board *shared, engine_result *result);

void leap_run(program *p, const engine_options *o, const budget *b, board *shared,
              engine_result *result);

#endif
