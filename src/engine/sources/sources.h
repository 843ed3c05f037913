/* Sources of candidate invariants: one function each, listed in sources.def.
 *
 * A candidate may be wrong: elimination (engine/candidates) keeps what is inductive. A source appends
 * formulas over the variables that are live at a loop head, most likely ones first, and stops when its
 * budget ends; it neither asks a solver nor changes the program.
 */
#ifndef ENGINE_SOURCES_SOURCES_H
#define ENGINE_SOURCES_SOURCES_H

#include "base/time_limits.h"
#include "engine/candidates/conjuncts.h"

typedef void source_function(program *p, const engine_options *o, const budget *b,
                             conjuncts *candidates);

#define SOURCE(name, segments, limit) source_function name##_propose;
#include "engine/sources/sources.def"

#endif
