/* Concrete runs with small, boundary and random inputs: the cheapest way to shallow violations.
 * Proves nothing. `sample` interprets a few runs and then, where the program can be compiled
 * (options->native), lets it run natively, otherwise it goes on interpreting; `native` does the
 * second part only. */
#ifndef ENGINE_SAMPLE_SAMPLE_H
#define ENGINE_SAMPLE_SAMPLE_H

#include "engine/engine.h"

void sample_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result);
void native_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result);

#endif
