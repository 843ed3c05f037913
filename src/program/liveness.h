/* Live variables by location: those whose value there may still matter. */
#ifndef PROGRAM_LIVENESS_H
#define PROGRAM_LIVENESS_H

#include "base/bits.h"
#include "program/program.h"

typedef struct {
    vec(bits) at;
} liveness; /* by location; bits: index into program.variables */

void liveness_of(program *p, liveness *out);
void liveness_release(liveness *l);

/* The step of it: from what is live after c to what is live before. */
void live_before(program *p, cmd c, bits *live);
void live_read(program *p, term a, bits *live); /* add the variables of a term */

#endif
