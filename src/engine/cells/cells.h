/* The engine cells: proofs about arrays by following one arbitrary cell.
 *
 * A ghost variable k, chosen at the start and never changed, stands for any index. Each array is replaced by its value at k;
 * a read elsewhere yields any value. The error is guarded by k = index, where index is what the failing check reads:
 * whoever reaches the error with some index does so also with k equal to it, so the guard loses no violation. The scalar
 * program goes to ic3cfa. Direction: over-approximation, so only TRUE is taken. An invariant I(x, a_k) becomes
 * I(x, a[k]), which holds for every k: a quantified invariant in quantifier-free form.
 *
 * The ghosts and the guards travel with the result; evidence adds them to the unreduced program and checks there. */
#ifndef ENGINE_CELLS_H
#define ENGINE_CELLS_H

#include "engine/engine.h"

void cells_run(program *p, const engine_options *o, const budget *b, board *shared, engine_result *result);

#endif
