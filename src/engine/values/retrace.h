/* Whether runs take a path of edges, asked of a solver: a path that values do not exclude may be
 * one, and is then the violation that was looked for. */
#ifndef ENGINE_VALUES_RETRACE_H
#define ENGINE_VALUES_RETRACE_H

#include "engine/engine.h"

/* True: the result is a violation along the path, which ends at an error. */
bool retrace(program *p, const edge_vec *path, const engine_options *o, const budget *b,
             engine_result *result);

#endif
