/* The engine ctigar: IC3 guided by abstract counterexamples to induction; see cti.h for how it
 * works. */
#ifndef ENGINE_IC3_PREDICATES_CTIGAR_H
#define ENGINE_IC3_PREDICATES_CTIGAR_H

#include "engine/engine.h"

void ctigar_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result);

#endif
