/* Whether runs take a path, asked of a solver: a path that values do not exclude may be one, and is
 * then the violation that was looked for. */
#ifndef ENGINE_VALUES_RETRACE_H
#define ENGINE_VALUES_RETRACE_H

#include "engine/engine.h"
#include "engine/values/tuples.h"

/* True: the result is a violation along the path, which ends at an error. */
bool retrace(program *p, const edge_vec *path, const engine_options *o, const budget *b,
             engine_result *result);
/* The same for a path of stops, which are nodes of `x`, to an error one segment after the last: one
 * run is followed from stop to stop, with the first values that lead to the next tuple. Direction:
 * where cells are followed, other values might have led further. */
bool retrace_stops(tuples *x, const u32_vec *stops, const engine_options *o, const budget *b,
                   engine_result *result);

#endif
