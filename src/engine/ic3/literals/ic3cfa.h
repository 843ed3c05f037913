/* IC3 on control-flow automata (papers 000 and 001): a frame sequence for every location,
 * obligations backwards from the error, generalization along incoming edges. TRUE hands out the
 * frames of the fixpoint, FALSE a full trace. */
#ifndef ENGINE_IC3_LITERALS_IC3CFA_H
#define ENGINE_IC3_LITERALS_IC3CFA_H

#include "engine/engine.h"

/* Set the switches of row `name` ("A" ... "M") of Table 1 in paper 000; false where there is no
 * such row. */
bool ic3cfa_configure(engine_options *o, const char *name);
/* Why these switches cannot be together; NULL: they can. */
const char *ic3cfa_conflict(const engine_options *o);

#endif
