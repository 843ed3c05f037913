/* Runs that are longer than the frames: an unrolling of the program as it is, one segment a turn,
 * for a part of the time.
 *
 * IC3 has a violation of n steps only after n frames of lemmas over all predicates that the paths
 * before it needed. Where it is deep and the program small, a plain search is there first. What it
 * excludes holds up to a depth only and is not used. */
#include "engine/ic3/predicates/predicates.h"

#include "base/fail.h"
#include "engine/bmc/bmc.h"

enum { FIRST_SECONDS = 2, PERCENT = 20, PATIENCE_SECONDS = 1 };

typedef struct deepening {
    bmc search;
    budget turn;
    double patience; /* CPU seconds of one turn */
    double paused;   /* clock_now() at the end of the last turn */
    bool over, decided;
} deepening;

static deepening *deepening_new(ic3ia *e) {
    deepening *d = mem_zero(sizeof *d);
    d->turn = *e->k.limits;
    d->patience = PATIENCE_SECONDS;
    d->over = !bmc_init(&d->search, e->k.p, e->k.o, &d->turn, e->k.result);
    d->paused = clock_now();
    return d;
}

bool deepen_due(const ic3ia *e) {
    if (!e->k.o->ia_deepen || e->quantify || (e->deep && e->deep->over)) return false;
    double all = clock_cpu() - e->begun;
    return all > FIRST_SECONDS && e->seconds[PHASE_DEEPEN] * 100 < all * PERCENT;
}

/* The search ended by itself: it has a verdict, or its turn ended in the middle of an unrolling. */
static void conclude(ic3ia *e, deepening *d) {
    d->over = true;
    d->decided = e->k.result->verdict != VERDICT_UNKNOWN;
    if (d->decided) e->k.result->solver = solver_name(d->search.solver);
}

bool deepen_run(ic3ia *e) {
    if (!e->deep) e->deep = deepening_new(e);
    deepening *d = e->deep;
    if (d->over) return true;
    double from = clock_cpu();
    d->search.started += clock_now() - d->paused; /* its own accounts are of its own time */
    d->turn = budget_effort(*e->k.limits, d->patience);
    if (!bmc_deepen(&d->search)) conclude(e, d);
    if (budget_over(&d->turn)) d->patience *= 2;
    d->paused = clock_now();
    e->seconds[PHASE_DEEPEN] += clock_cpu() - from;
    return !d->decided;
}

bool deepen_decided(const ic3ia *e) { return e->deep && e->deep->decided; }

void deepen_release(ic3ia *e) {
    if (!e->deep) return;
    stats_set(&e->k.result->stats, "depth without abstraction", e->deep->search.unrolling.depth);
    if (e->deep->search.solver) bmc_release(&e->deep->search);
    mem_free(e->deep);
    e->deep = NULL;
}
