/* Runs that are longer than the frames: an unrolling of the program as it is, one segment a turn,
 * for a part of the time, and once, where that has not led to a verdict soon, runs by chance.
 *
 * IC3 has a violation of n steps only after n frames of lemmas that exclude the shorter paths to
 * it. Where it is deep and the program small, a plain search is there first. What it excludes holds
 * up to a depth only and is not used. Hundreds of steps are too many for both, and often lead to
 * the error whatever most inputs are: a counter has to run up. */
#include "engine/ic3/ic3.h"

#include "base/fail.h"
#include "engine/bmc/bmc.h"
#include "engine/sample/sample.h"

enum { PERCENT = 20, PATIENCE_SECONDS = 1, SAMPLE_AFTER = 3, SAMPLE_SECONDS = 1 };

typedef struct deepening {
    bmc search;
    budget turn;
    double patience; /* CPU seconds of one turn */
    double paused;   /* clock_now() at the end of the last turn */
    double seconds;  /* CPU seconds of all turns */
    bool over, sampled, decided;
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
    if (!k->deepen || (k->deep && k->deep->over && k->deep->sampled)) return false;
    double all = clock_cpu() - k->begun;
    return all > k->deepen_after && (!k->deep || k->deep->seconds * 100 < all * PERCENT);
}

/* The search ended by itself: it has a verdict, or its turn ended in the middle of an unrolling. */
static void conclude(ic3 *k, deepening *d) {
    d->over = true;
    d->decided = k->result->verdict != VERDICT_UNKNOWN;
    if (d->decided) k->result->solver = solver_name(d->search.solver);
}

/* ---- runs by chance ---- */

static bool sample_due(const ic3 *k) {
    return !k->deep->sampled && clock_cpu() - k->begun > SAMPLE_AFTER;
}

/* What counts the work of this engine stays. */
static void take_over(engine_result *to, engine_result *from) {
    engine_result mine = *to;
    *to = *from;
    to->engine = mine.engine;
    to->stats = mine.stats;
    to->predicates = mine.predicates;
    mine.stats = from->stats;
    mine.predicates = from->predicates;
    engine_result_release(&mine);
}

static void sample(ic3 *k, deepening *d) {
    engine_options o = *k->o;
    engine_result r;
    budget effort = budget_effort(*k->limits, SAMPLE_SECONDS);
    o.native = NULL;
    d->sampled = true;
    engine_result_init(&r, k->t);
    sample_run(k->p, &o, &effort, NULL, &r);
    d->decided = r.verdict == VERDICT_FALSE;
    if (d->decided) take_over(k->result, &r);
    else engine_result_release(&r);
}

/* ---- turns ---- */

static void unroll_on(ic3 *k, deepening *d) {
    d->search.started += clock_now() - d->paused; /* its own accounts are of its own time */
    d->turn = budget_effort(*k->limits, d->patience);
    if (!bmc_deepen(&d->search)) conclude(k, d);
    if (budget_over(&d->turn)) d->patience *= 2;
    d->paused = clock_now();
}

bool deepen_run(ic3 *k) {
    if (!k->deep) k->deep = deepening_new(k);
    deepening *d = k->deep;
    double from = clock_cpu();
    if (sample_due(k)) sample(k, d);
    else if (!d->over) unroll_on(k, d);
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
