/* Concrete runs with small, boundary and random inputs: the cheapest way to shallow violations. Proves nothing. */
#ifndef ENGINE_SAMPLE_SAMPLE_H
#define ENGINE_SAMPLE_SAMPLE_H

#include "engine/engine.h"

void sample_run(program *p, const engine_options *o, const budget *b, board *shared, engine_result *result);

#endif
