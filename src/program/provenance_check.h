/* Debug builds: on every run of the interpreter, an access of an object at a constant address uses
 * an address, and no number that happens to be the same (frontend/memory/provenance.h). The
 * translation assigns the address of each access to a variable of its own (program.accessed), 0 if
 * it is in no such object; a run follows which variables hold what an address flowed into. */
#ifndef PROGRAM_PROVENANCE_CHECK_H
#define PROGRAM_PROVENANCE_CHECK_H

#include "base/bits.h"
#include "program/program.h"
#include "term/value.h"

typedef struct {
    bits holds; /* variables, by id: an address flowed into them, or into an element */
    map known;  /* terms of one assignment -> whether it flows into them */
} provenance;

/* Before `var` gets the value of `given` in this state; the program has `accessed`. */
void provenance_assign(provenance *x, const program *p, evaluator *e, const model *state, term var,
                       term given);
void provenance_release(provenance *x);

#endif
