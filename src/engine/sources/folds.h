/* Candidates about folds over arrays, for a program with their ghosts (program/fold.h): how far a
 * loop has read, that a variable is a function of the part or the total, and how the total changes
 * while elements move by one place. */
#ifndef ENGINE_SOURCES_FOLDS_H
#define ENGINE_SOURCES_FOLDS_H

#include "engine/candidates/conjuncts.h"
#include "program/fold.h"

/* Append candidates at loop heads, about variables that are live there. */
void guess_folds(program *p, const fold_vec *folds, conjuncts *out);

#endif
