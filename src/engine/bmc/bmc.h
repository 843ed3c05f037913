/* Bounded model checking, by three strategies.
 *
 * `bmc`: unroll all loops side by side, ask for errors at every depth, stop when no path goes on.
 * The search step by step is for engines that have it as one of their parts.
 *
 * `bmc/loops`: each loop is unrolled to its end before what follows it, and all runs meet after it.
 * Where loops follow each other their rounds add up instead of mixing, and values stay simple; but
 * what comes after a loop without end is never looked at. Once a loop has ended the engine says on
 * the board that it comes to an end, as long as no later loop takes many more rounds.
 *
 * `bmc/leaps`: of the accelerated program (reduce/accelerate.h), many rounds of a counting loop in
 * one step. Finds violations after millions of rounds. */
#ifndef ENGINE_BMC_BMC_H
#define ENGINE_BMC_BMC_H

#include "engine/common/unroll.h"

typedef struct {
    unrolling unrolling;
    solver *solver;
    const budget *budget;
    engine_result *result;
    bits visited;            /* stops with a node */
    loc limit;               /* a limit location that is reachable, or NO_LOC */
    bool open;               /* a query had no answer: exhaustion proves nothing */
    double pruning, started; /* seconds spent on the frontier; begin of the run */
    progress *progress;      /* NULL after bmc_init; set where the search is the engine */
} bmc;

/* False: no such solver; the result says so. */
bool bmc_init(bmc *m, program *p, const engine_options *o, const budget *b, engine_result *result);
void bmc_release(bmc *m);
/* Decide the error nodes that were added to the unrolling since. True: one is reached, the result
 * is set. */
bool bmc_check_errors(bmc *m);
/* No run goes on, and all errors are decided: set the result. */
void bmc_exhausted(bmc *m);
/* One segment deeper. False: the search is over and the result is set. */
bool bmc_deepen(bmc *m);

#endif
