/* Keeping what is needed to reproduce a check that failed. */
#ifndef EVIDENCE_REPRODUCER_H
#define EVIDENCE_REPRODUCER_H

#include "evidence/evidence.h"

/* A check failed that was over: a fault of cinch or of its model. Warn, unless o->quiet, and with
 * o->keep_failed write both programs, the certificate or the inputs, and a README into a new
 * directory there, whose name goes to e->kept. */
void evidence_failed(program *unreduced, program *reduced, const engine_result *r,
                     const evidence_options *o, evidence *e);

#endif
