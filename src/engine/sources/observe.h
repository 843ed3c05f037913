/* Guesses from runs: how large variables of words, their sums and differences, and their growth
 * against a counter become at loop heads in some runs, rounded up to powers of two. A bound that
 * was only seen is mostly not inductive; a somewhat larger one often is. */
#ifndef ENGINE_SOURCES_OBSERVE_H
#define ENGINE_SOURCES_OBSERVE_H

#include "engine/candidates/conjuncts.h"

/* Append guesses at loop heads. */
void observe_runs(program *p, uint64_t seed, const budget *b, conjuncts *guesses);

#endif
