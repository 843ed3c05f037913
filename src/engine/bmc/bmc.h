/* Bounded model checking: unroll, ask for errors at every depth, stop when no path goes on. */
#ifndef ENGINE_BMC_BMC_H
#define ENGINE_BMC_BMC_H

#include "engine/engine.h"

void bmc_run(program *p, const engine_options *o, const budget *b, board *shared, engine_result *result);

#endif
