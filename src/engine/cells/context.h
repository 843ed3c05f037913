/* Proofs by invariants of loops in their context (program/loopless.h): the invariant of a loop says
 * what its rounds keep, and need not repeat what the program did before, which a long preparation
 * makes most of. Guesses about cells (templates.h), and about what the program compares, are
 * dropped until the rest holds where loops are entered and where rounds end: Houdini over one
 * formula for the whole program. */
#ifndef ENGINE_CELLS_CONTEXT_H
#define ENGINE_CELLS_CONTEXT_H

#include "engine/cells/abstract.h"

/* True: the result is such a proof about `original`, which a was made of; its invariant is over
 * arrays and ghosts. */
bool prove_in_context(const abstraction *a, program *original, const engine_options *o,
                      const budget *b, engine_result *result);

#endif
