/* The engine cells: proofs about arrays by following one arbitrary cell.
 *
 * A ghost variable k, chosen at the start and never changed, stands for any value of a counter x
 * that the failing check reads an array by. Each array is replaced by its values at the indices of
 * that check, with k for x: k, or 4 * k + 1; a read elsewhere yields any value. The error is
 * guarded by k = x: whoever reaches the error with some x does so also with k equal to it, so the
 * guard loses no violation. Direction: over-approximation, so only TRUE is taken. An invariant I(x,
 * a_k) becomes I(x, a[k]), which holds for every k: a quantified invariant in quantifier-free form.
 *
 * First of all, invariants of loops are guessed in their context, about ghosts that stand for what
 * is chosen later (context.h). Then the scalar program is tried by guesses of such invariants
 * (prove.h), which costs little however many loops there are; and by ic3cfa.
 *
 * The ghosts and the guards travel with the result; evidence adds them to the unreduced program and
 * checks there. */
#ifndef ENGINE_CELLS_H
#define ENGINE_CELLS_H

#include "engine/engine.h"

void cells_run(program *p, const engine_options *o, const budget *b, board *shared,
               engine_result *result);

#endif
