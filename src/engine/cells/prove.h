/* A proof about the program with cells by guesses alone: no search, so its cost grows with the
 * number of loops and no faster. */
#ifndef ENGINE_CELLS_PROVE_H
#define ENGINE_CELLS_PROVE_H

#include "engine/cells/abstract.h"

/* Guess (templates.h), keep what is inductive, and ask whether an error is left. True: `invariant`,
 * by location of a->p, is a proof. */
bool prove_by_guesses(const abstraction *a, program *original, const engine_options *o,
                      const budget *b, board *known, term_vec *invariant);

#endif
