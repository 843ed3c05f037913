/* The engine ic3qe: IC3 whose cubes are projections of pre-images, by model-based quantifier elimination. */
#include "engine/ic3ia/ic3ia.h"
#include "engine/ic3ia/ic3ia_internal.h"

void ic3qe_run(program *p, const engine_options *o, const budget *b, board *board_, engine_result *result) {
    (void)board_;
    qe_state q = {0};
    ic3ia e = {.p = p, .t = p->terms, .o = o, .b = b, .result = result, .strengthen = strengthen, .strategy = &q, .quantify = true};
    ic3ia_main(&e, "ic3qe");
    stats_set(&result->stats, "bounds weakened", (double)q.weakened);
    stats_set(&result->stats, "counterexamples to generalization blocked", (double)q.counterexamples);
}
