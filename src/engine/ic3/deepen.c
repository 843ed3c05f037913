/* Runs that are longer than the frames: an unrolling of the program as it is, one segment a turn,
 * for a part of the time.
 *
 * IC3 has a violation of n steps only after n frames of lemmas that exclude the shorter paths to
 * it. Where it is deep and the program small, a plain search is there first. What it excludes holds
 * up to a depth only and is not used. */
#include "engine/ic3/ic3.h"

#include "base/fail.h"
#include "engine/bmc/bmc.h"

enum { PERCENT = 20, PATIENCE_SECONDS = 1 };

typedef struct deepening {
    bmc search;
    budget turn;
    double patience; /* CPU seconds of one turn */
    double paused;   /* clock_now() at the end of the last turn */
    double seconds;  /* CPU seconds of all turns */
    bool over, decided;
} deepening;

static deepening *deepening_new(ic3 *k) {
    deepening *d = mem_zero(sizeof *d);
    d->turn = *k->limits;
    d->patience = PATIENCE_SECONDS;
    d->over = !bmc_init(&d->search, k->p, k->o, &d->turn, k->result);
    d->paused = clock_now();
    return d;
}

bool deepen_due(const ic3 *k) {
    if (!k->deepen || (k->deep && k->deep->over)) return false;
    double all = clock_cpu() - k->begun;
    return all > k->deepen_after && (!k->deep || k->deep->seconds * 100 < all * PERCENT);
}

/* The search ended by itself: it has a verdict, or its turn ended in the middle of an unrolling. */
static void conclude(ic3 *k, deepening *d) {
    d->over = true;
    d->decided = k->result->verdict != VERDICT_UNKNOWN;
    if (d->decided) k->result->solver = solver_name(d->search.solver);
}

bool deepen_run(ic3 *k) {
    if (!k->deep) k->deep = deepening_new(k);
    deepening *d = k->deep;
    if (d->over) return true;
    double from = clock_cpu();
    d->search.started += clock_now() - d->paused; /* its own accounts are of its own time */
    d->turn = budget_effort(*k->limits, d->patience);
    if (!bmc_deepen(&d->search)) conclude(k, d);
    if (budget_over(&d->turn)) d->patience *= 2;
    d->paused = clock_now();
    d->seconds += clock_cpu() - from;
    return !d->decided;
}

bool deepen_decided(const ic3 *k) { return k->deep && k->deep->decided; }

void deepen_release(ic3 *k) {
    if (!k->deep) return;
    stats_set(&k->result->stats, "depth of unrolling", k->deep->search.unrolling.depth);
    stats_set(&k->result->stats, "seconds unrolling", k->deep->seconds);
    if (k->deep->search.solver) bmc_release(&k->deep->search);
    mem_free(k->deep);
    k->deep = NULL;
}
