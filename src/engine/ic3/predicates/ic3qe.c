/* The engine ic3qe: IC3 whose cubes are projections of pre-images, by model-based quantifier
 * elimination. */
#include "engine/ic3/predicates/predicates.h"

void ic3qe_run(program *p, const engine_options *o, const budget *b, board *shared,
               engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    qe_state q = {0};
    ic3_domain projections = predicate_domain;
    projections.name = "ic3qe";
    ic3ia e = {
        .k = ic3ia_kernel(&projections, p, o, b, shared, result), .strategy = &q, .quantify = true};
    ic3ia_main(&e);
    stats_set(&result->stats, "bounds weakened", (double)q.weakened);
    stats_set(&result->stats, "counterexamples to generalization blocked",
              (double)q.counterexamples);
}
