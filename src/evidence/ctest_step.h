/* The main function of a test for a program that was verified with --step. Private to evidence/. */
#ifndef EVIDENCE_CTEST_STEP_H
#define EVIDENCE_CTEST_STEP_H

#include "evidence/evidence.h"

/* Append a main that calls init once and step for ever, with new inputs each time, until the
 * recorded values are used up; volatile globals get the value that the round reads first. `symbols`
 * gets the names of the program that it uses. False where an input has no name that C could use
 * from outside. */
bool ctest_write_step(program *p, const load_options *o, const evidence *e, text *out,
                      string_vec *symbols);

#endif
