/* Live variables by location: those whose value there may still matter. */
#ifndef ENGINE_EXPLICIT_LIVENESS_H
#define ENGINE_EXPLICIT_LIVENESS_H

#include "base/bits.h"
#include "program/program.h"

typedef struct { vec(bits) at; } liveness; /* by location; bits: index into program.variables */

void liveness_of(program *p, liveness *out);
void liveness_release(liveness *l);

#endif
