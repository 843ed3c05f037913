/* The main function of a generated test of --step: the harness (native/harness.h) with the recorded
 * values. */
#ifndef EVIDENCE_CTEST_STEP_H
#define EVIDENCE_CTEST_STEP_H

#include "evidence/evidence.h"
#include "native/harness.h"

/* Append a main that calls init once and step for good, with new inputs each time, until the
 * recorded values are used up; volatile globals get the value that the round reads first. `symbols`
 * gets the names of the program that it uses. False where an input has no name that C could use
 * from outside. */
bool ctest_write_step(program *p, const load_options *o, const evidence *e, text *out,
                      string_vec *symbols);

#endif
