/* The search of bmc, step by step, for engines that have it as one of their parts. */
#ifndef ENGINE_BMC_BMC_INTERNAL_H
#define ENGINE_BMC_BMC_INTERNAL_H

#include "engine/bmc/unroll.h"

typedef struct {
    unrolling unrolling;
    solver *solver;
    const budget *budget;
    engine_result *result;
    bits visited;             /* stops with a node */
    loc limit;                /* a limit location that is reachable, or NO_LOC */
    bool open;                /* a query had no answer: exhaustion proves nothing */
    double pruning, started;  /* seconds spent on the frontier; begin of the run */
    progress *progress;       /* NULL after bmc_init; set where the search is the engine */
} bmc;

/* False: no such solver; the result says so. */
bool bmc_init(bmc *m, program *p, const engine_options *o, const budget *b, engine_result *result);
void bmc_release(bmc *m);
/* One segment deeper. False: the search is over and the result is set. */
bool bmc_deepen(bmc *m);

/* Is one of `nodes` reached under the assumptions (may be NULL)? After SAT `hit` is one that is. */
enum answer unroll_ask(unrolling *u, const u32_vec *nodes, const term_vec *assumptions, values *pool, uint32_t *hit);

#endif
