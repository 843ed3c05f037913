/* The outer loop, strengthening and the inner loop: Alg. 1 to 3 of paper 000. */
#include "engine/ic3/ic3.h"

#include <string.h>

void ic3_stop(ic3 *k, const char *why) { ic3_stop_for(k, (stop_reason){0, why}); }

void ic3_stop_for(ic3 *k, stop_reason why) {
    if (!why.words || !*why.words) why.words = "solver";
    LOG(k->domain->name, "stop: %s", why.words);
    if (!k->stopped) engine_stop(k->result, why);
    k->stopped = true;
}

void ic3_stop_asking(ic3 *k, const solver *s) {
    ic3_stop_for(k, budget_over(k->limits) ? budget_stop(k->limits) : solver_stop(s));
}

bool ic3_out_of_budget(ic3 *k) {
    if (!k->stopped && budget_over(k->limits)) ic3_stop_for(k, budget_stop(k->limits));
    return k->stopped;
}

/* ---- obligations ---- */

void ic3_learn(ic3 *k, uint32_t id) {
    assert_debug(id < k->obligations.size && k->obligations.data[id].used);
    LOG(k->domain->name, "learn from obligation %u", id);
    uint32_t level = k->obligations.data[id].level;
    loc at = k->obligations.data[id].at;
    cube c = {0};
    if (!k->domain->generalize(k, id, &level, &c)) return;
    frames_learn(k, at, level, c);
    if (level == LEVEL_INFINITY) obligation_done(k, id);
    else obligation_blocked(k, id, level);
    if (k->domain->learnt) k->domain->learnt(k, at, level);
}

void ic3_examine(ic3 *k, uint32_t id) {
    assert_debug(id < k->obligations.size && k->obligations.data[id].used);
    uint32_t arc_id = NO_ARC;
    enum answer a = k->domain->inductive(k, id, &arc_id);
    if (a == ANSWER_UNSAT) ic3_learn(k, id);
    else if (a == ANSWER_SAT &&
             k->domain->predecessor(k, arc_id, k->obligations.data[id].level - 1, id))
        obligation_queue(k, id);
    assert(a != ANSWER_UNKNOWN || k->stopped);
}

static bool blocked(ic3 *k, const obligation *o) {
    return frames_block(k, o->at, o->level, &o->cube) ||
           (k->domain->blocked && k->domain->blocked(k, o));
}

/* Worth trying where it was not tried yet, or F_infinity has become stronger since. */
static bool exclude_due(const ic3 *k, const obligation *o) {
    return k->wants.infinity && o->inductive_stamp != k->n.lemmas_inductive + 1 &&
           (!k->domain->exclude_due || k->domain->exclude_due(k));
}

static bool exclude_run(ic3 *k, uint32_t id) {
    obligation *o = &k->obligations.data[id];
    o->inductive_stamp = k->n.lemmas_inductive + 1;
    return k->domain->exclude(k, o->at, &o->cube);
}

static void block(ic3 *k, uint32_t id) {
    const obligation *o = &k->obligations.data[id];
    assert(o->used && !o->queued && o->level >= 1 && o->level <= k->frontier);
    LOG(k->domain->name, "obligation %u: level %u, location %u, %u literals", id, o->level,
        o->at.id, o->cube.size);
    if (blocked(k, o)) obligation_blocked(k, id, o->level);
    else if (exclude_due(k, o) && exclude_run(k, id)) obligation_done(k, id);
    else if (k->domain->examine) k->domain->examine(k, id);
    else ic3_examine(k, id);
}

static void settle(ic3 *k, uint32_t id) {
    for (; id != NO_OBLIGATION; id = k->obligations.data[id].parent)
        k->obligations.data[id].settled = true;
}

/* An obligation at the start. */
static enum arrival arrive(ic3 *k, uint32_t id) {
    enum arrival a = k->domain->arrive(k, id);
    LOG(k->domain->name, "arrived at the start: %s",
        a == ARRIVAL_RUN       ? "a run"
        : a == ARRIVAL_REFINED ? "refined"
        : a == ARRIVAL_FACT    ? "a fact"
                               : "stopped");
    if (a == ARRIVAL_RUN) k->result->verdict = VERDICT_FALSE;
    if (a == ARRIVAL_REFINED) obligations_clear(k);
    if (a == ARRIVAL_FACT) settle(k, id);
    return a;
}

/* What is done between obligations. False: a verdict is set. */
static bool turn(ic3 *k) { return !k->domain->turn || k->domain->turn(k); }

/* Alg. 3. False: a trace was found, or the run stopped. */
static bool backward_block(ic3 *k) {
    for (uint32_t id; (id = obligation_pop(k)) != NO_OBLIGATION;) {
        progress_tell(k->o->progress, UNIT_FRAME, k->frontier, k->n.lemmas_made, k->queries);
        if (ic3_out_of_budget(k) || !turn(k)) return false;
        if (k->obligations.data[id].settled) continue;
        if (same_loc(k->obligations.data[id].at, k->p->start)) {
            enum arrival a = arrive(k, id);
            if (a != ARRIVAL_FACT) return a == ARRIVAL_REFINED;
            continue;
        }
        block(k, id);
        ic3_check(k, false);
        if (k->stopped) return false;
    }
    return true;
}

/* Alg. 2: no state of F(k, l) may enter the error. */
static bool strengthen(ic3 *k) {
    if (!backward_block(k)) return false;
    for (uint32_t i = 0; i < k->errors.size;) {
        enum answer a = k->arcs.data[k->errors.data[i]].closed
                            ? ANSWER_UNSAT
                            : k->domain->error(k, k->errors.data[i], k->frontier);
        if (a == ANSWER_UNSAT) i++;
        else if (k->stopped ||
                 !k->domain->predecessor(k, k->errors.data[i], k->frontier, NO_OBLIGATION) ||
                 !backward_block(k))
            return false;
        if (ic3_out_of_budget(k)) return false;
    }
    return true;
}

/* ---- verdicts ---- */

/* No error can be entered from F_infinity: it is the proof. */
static bool infinity_proves(ic3 *k) {
    for (uint32_t i = 0; i < k->errors.size; i++)
        if (!k->arcs.data[k->errors.data[i]].closed &&
            k->domain->error(k, k->errors.data[i], LEVEL_INFINITY) != ANSWER_UNSAT)
            return false;
    return true;
}

static void proved(ic3 *k, uint32_t level) {
    LOG(k->domain->name, "proved: fixpoint at level %u", level);
    if (k->limit_property) {
        engine_limited(k->result, k->p, k->limit_property);
        return;
    }
    if (k->domain->proved && !k->domain->proved(k, level)) return;
    frames_invariant(k, level);
    k->result->verdict = VERDICT_TRUE;
}

/* A run into a limit location is no violation, but no proof is left either: go on looking for a
 * violation only. */
static bool only_a_limit(ic3 *k) {
    loc reached = k->result->reached;
    if (k->result->verdict != VERDICT_FALSE || same_loc(reached, NO_LOC) ||
        !program_is_limit(k->p, reached))
        return false;
    k->limit_property = k->p->locations.data[reached.id].property;
    for (uint32_t i = 0; i < k->errors.size; i++)
        k->arcs.data[k->errors.data[i]].closed |=
            program_is_limit(k->p, k->arcs.data[k->errors.data[i]].to);
    k->result->verdict = VERDICT_UNKNOWN;
    k->result->reached = NO_LOC;
    vec_clear(&k->result->trace.edges);
    vec_clear(&k->result->trace.inputs.items);
    model_clear(&k->result->trace.initial);
    obligations_clear(k);
    return true;
}

/* Alg. 1. */
static void prove(ic3 *k) {
    for (k->frontier = 1; !k->stopped; k->frontier++) {
        LOG(k->domain->name, "frame %u: %u lemmas made, %u of F_infinity", k->frontier,
            (uint32_t)k->n.lemmas_made, (uint32_t)k->n.lemmas_inductive);
        frames_exchange(k);
        obligations_next_level(k);
        while (!strengthen(k))
            if (!only_a_limit(k)) return;
        ic3_check(k, k->wants.infinity && !k->wants.calls);
        uint32_t fixpoint =
            k->wants.infinity && infinity_proves(k) ? LEVEL_INFINITY - 1 : frames_propagate(k);
        if (fixpoint) return proved(k, fixpoint);
    }
}

void ic3_init(ic3 *k, bool split) {
    k->result->engine = k->domain->name;
    k->begun = clock_cpu();
    k->random.state = (uint64_t)k->o->seed;
    arcs_make(k, split);
    LOG(k->domain->name, "%u arcs between %u locations, %u into errors", k->arcs.size,
        k->p->locations.size, k->errors.size);
}

/* What a configuration runs: the switches that are on. */
static void report_switches(const ic3 *k) {
    bool literals = !strcmp(k->domain->name, "ic3cfa"), boxes = !strcmp(k->domain->name, "icpic3");
    engine_report_switches(k->o,
                           literals ? "--ic3-"
                           : boxes  ? "--icp-"
                                    : "--ia-",
                           &k->result->stats);
}

void ic3_run(ic3 *k) {
    assert_debug(k->frames.size == k->p->locations.size);
    if (!k->stopped) prove(k);
    report_switches(k);
    stats_set(&k->result->stats, "frames", k->frontier);
    stats_set(&k->result->stats, "queries", (double)k->queries);
#define X(name, help) stats_set(&k->result->stats, help, (double)k->n.name);
    IC3_COUNTERS(X)
#undef X
}

void ic3_release(ic3 *k) {
    obligations_release(k);
    frames_release(k);
    arcs_release(k);
    board_reader_release(&k->board.reader);
}
