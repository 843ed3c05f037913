/* The range analysis of a whole program, for the reduction and for the engine of its own. */
#ifndef REDUCE_INTERVALS_H
#define REDUCE_INTERVALS_H

#include "base/budget.h"
#include "reduce/range_env.h"

typedef struct range_analysis range_analysis;

/* Analyse live->p as it is; computes what is live. NULL: out of budget before a fixpoint. */
range_analysis *range_analysis_new(liveness *live, budget limits);
void range_analysis_delete(range_analysis *a);
bool range_analysis_reached(const range_analysis *a, loc l); /* false: no run gets there */
range_env *range_analysis_load(range_analysis *a,
                               loc l); /* the state at l, ready to run commands */
void range_analysis_facts(const range_analysis *a, loc l,
                          term_vec *out); /* the state as formulas; false: unreached */

#endif
