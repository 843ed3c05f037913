/* Linear equations modulo powers of two that runs suggest.
 *
 * What a program keeps beside its data is often linear in it: the sum over a window is that of its
 * elements, the number of elements in a ring is the distance of its ends modulo its size. Some runs
 * are followed, the words of all widths at a loop head are one row, extended with zeros, and the
 * equations that all rows satisfy (ai/modular.h), with the bounds that were seen, are guesses;
 * Houdini keeps the inductive ones; so are those about floats on a grid (grid.h). Where those
 * exclude all errors they are the proof; otherwise the verdict is UNKNOWN. */
#ifndef ENGINE_SUMS_SUMS_H
#define ENGINE_SUMS_SUMS_H

#include "engine/engine.h"

void sums_run(program *p, const engine_options *o, const budget *b, board *shared,
              engine_result *result);

#endif
