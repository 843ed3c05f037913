/* Keeping what is needed to reproduce a check that failed. */
#ifndef EVIDENCE_REPRODUCER_H
#define EVIDENCE_REPRODUCER_H

#include "evidence/evidence.h"

/* Write both programs, the certificate or the inputs, and a README into a new directory; its name
 * goes to e->kept. Where it cannot be written e->kept stays empty. */
void reproducer_write(program *unreduced, program *reduced, const engine_result *r,
                      const evidence_options *o, evidence *e);
/* The inputs of a trace, one a line. */
void reproducer_inputs(program *p, const input_log *log, values *pool, text *out);

#endif
