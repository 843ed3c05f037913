/* Bounded model checking, loop by loop: each is unrolled to its end before what follows it, and
 * all runs meet after it. Where loops follow each other their rounds add up instead of mixing, and
 * values stay simple; but what comes after a loop without end is never looked at.
 * Once a loop has ended it says on the board that it comes to an end, as long as no later one takes
 * many more rounds. */
#ifndef ENGINE_BMC_UNWIND_H
#define ENGINE_BMC_UNWIND_H

#include "engine/engine.h"

void unwind_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result);

#endif
