/* Which combinations of values the variables have at loop heads, one by one.
 *
 * State machines written as programs (controllers, protocol handlers, generated code) have many
 * variables and paths, and often few states. From each combination that is known, the segment up to
 * the next loop heads is unrolled with constants, which folds most of it away, and a solver names
 * the combinations that follow. Where there are too many, of the variable with the most values only
 * the cells between the constants that the program compares it with (common/cuts.h) are distinguished, and
 * where that is not enough it is no longer followed. The others may be any value then, so the set of what is reached only grows
 * (over-approximation). If no combination leads to an error, all of them together are the
 * invariant; otherwise the verdict is UNKNOWN. */
#ifndef ENGINE_STATES_STATES_H
#define ENGINE_STATES_STATES_H

#include "engine/engine.h"

void states_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result);

#endif
