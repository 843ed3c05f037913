/* The states that runs reach, one by one: a search for violations that are many steps away.
 *
 * From each state that was reached, every edge is taken with all inputs that the program's own
 * constants suggest, or with as many as there is time for. States that agree in their key are taken
 * for one; the key has, of a variable with few values, the value, and of others the cell between the
 * constants that it is compared with (common/cuts.h). So event-condition-action programs have a finite
 * graph however large their numbers are. Direction: states are left out, none is added; only FALSE
 * is found, with the trace of a run. */
#ifndef ENGINE_SAMPLE_WALK_H
#define ENGINE_SAMPLE_WALK_H

#include "engine/engine.h"

/* For so many CPU seconds at most. True: the result is a violation. */
bool walk_states(program *p, const engine_options *o, double seconds, const budget *b,
                 engine_result *result);

#endif
