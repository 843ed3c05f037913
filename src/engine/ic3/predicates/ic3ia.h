/* The engines ic3ia and ic3qe, which differ in how a predecessor becomes a cube: see predicates.h
 * for how it works. */
#ifndef ENGINE_IC3_PREDICATES_IC3IA_H
#define ENGINE_IC3_PREDICATES_IC3IA_H

#include "engine/engine.h"

/* Set the switches of "paper", IC3IA as paper 002 has it; false where the name is another. */
bool ic3ia_configure(engine_options *o, const char *name);

#endif
