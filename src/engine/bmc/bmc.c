#include "engine/bmc/bmc.h"

#include "base/log.h"

enum { SHARE_OF_PRUNING = 2 }; /* at most 1/2 of the time */

static terms *terms_of(const bmc *m) { return m->unrolling.program->terms; }
static const unroll_node *node(const bmc *m, uint32_t i) { return &m->unrolling.nodes.data[i]; }

/* ---- errors ---- */

/* Not reached: from now on the solver may use it. */
static enum answer ask(bmc *m, const u32_vec *nodes, uint32_t *hit) {
    enum answer a = unroll_ask(&m->unrolling, nodes, NULL, m->result->pool, hit);
    for (uint32_t i = 0; a == ANSWER_UNSAT && i < nodes->size; i++)
        solver_assert(m->solver, term_not(terms_of(m), node(m, nodes->data[i])->reach));
    return a;
}

static void found(bmc *m, uint32_t hit) {
    m->result->verdict = VERDICT_FALSE;
    unroll_trace(&m->unrolling, hit, m->result);
}

bool bmc_check_errors(bmc *m) {
    LOG("bmc", "check %u error nodes", m->unrolling.errors.size);
    u32_vec errors = {0}, limits = {0};
    uint32_t hit = 0;
    for (uint32_t i = 0; i < m->unrolling.errors.size; i++) {
        uint32_t n = m->unrolling.errors.data[i];
        if (!program_is_limit(m->unrolling.program, node(m, n)->at)) vec_push(&errors, n);
        else if (same_loc(m->limit, NO_LOC)) vec_push(&limits, n);
    }
    enum answer a = errors.size ? ask(m, &errors, &hit) : ANSWER_UNSAT;
    if (a == ANSWER_SAT) found(m, hit);
    if (a != ANSWER_UNKNOWN || !budget_over(m->budget))
        vec_clear(&m->unrolling.errors); /* else asked again with the next */
    m->open |= a == ANSWER_UNKNOWN;
    if (a == ANSWER_UNSAT && limits.size) {
        enum answer b = ask(m, &limits, &hit);
        if (b == ANSWER_SAT) m->limit = node(m, hit)->at;
        m->open |= b == ANSWER_UNKNOWN;
    }
    vec_release(&errors);
    vec_release(&limits);
    return a == ANSWER_SAT;
}

/* ---- the frontier ---- */

static bool pruning_due(const bmc *m) {
    return m->pruning * SHARE_OF_PRUNING <= clock_now() - m->started;
}

/* Drop what cannot be reached. A query without an answer keeps its node: that loses nothing. */
static void prune_run(bmc *m) {
    double start = clock_now();
    for (uint32_t i = 0; i < m->unrolling.frontier.size && !budget_over(m->budget);) {
        term reach = node(m, m->unrolling.frontier.data[i])->reach;
        bool dead = !term_is_const(terms_of(m), reach) &&
                    solver_check(m->solver, 1, &reach) == ANSWER_UNSAT;
        if (dead) unroll_drop(&m->unrolling, i);
        else i++;
    }
    m->pruning += clock_now() - start;
}

/* ---- verdicts ---- */

/* Where no loop head was visited, `false` there is an inductive invariant; otherwise the unrolling
 * is the proof. */
static void prove(bmc *m) {
    program *p = m->unrolling.program;
    bool looped = false;
    for (loc l = {0}; l.id < p->locations.size; l.id++) {
        bool cut = bits_has(&m->unrolling.stops, l.id), seen = bits_has(&m->visited, l.id);
        looped |= cut && seen;
        vec_push(&m->result->invariant, term_bool(p->terms, seen || !cut));
    }
    m->result->verdict = VERDICT_TRUE;
    m->result->proof = looped ? PROOF_UNROLLING : PROOF_INVARIANT;
    m->result->k = looped ? m->unrolling.depth : 0;
}

void bmc_exhausted(bmc *m) {
    assert_debug(m->result->verdict == VERDICT_UNKNOWN);
    LOG("bmc", "no run is longer than depth %u", m->unrolling.depth);
    if (!same_loc(m->limit, NO_LOC))
        engine_limited(m->result, m->unrolling.program,
                       m->unrolling.program->locations.data[m->limit.id].property);
    else if (m->open) engine_unknown(m->result, "a query had no answer: %s", solver_why(m->solver));
    else prove(m);
}

bool bmc_deepen(bmc *m) {
    LOG("bmc", "deepen to %u", m->unrolling.depth + 1);
    unrolling *u = &m->unrolling;
    progress_tell(m->progress, UNIT_DEPTH, u->depth + 1, 0, solver_statistics(m->solver)->checks);
    for (uint32_t i = 0; i < m->unrolling.frontier.size; i++)
        bits_add(&m->visited, node(m, m->unrolling.frontier.data[i])->at.id);
    if (!unroll_advance(u, m->budget) || budget_over(m->budget)) {
        engine_stop(m->result, budget_stop(m->budget));
        return false;
    }
    if (bmc_check_errors(m)) return false;
    if (pruning_due(m)) prune_run(m);
    if (u->frontier.size) return true;
    bmc_exhausted(m);
    return false;
}

bool bmc_init(bmc *m, program *p, const engine_options *o, const budget *b, engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    const char *why = "";
    *m = (bmc){.budget = b, .result = result, .limit = NO_LOC, .started = clock_now()};
    m->solver = solver_new(p->terms, o->solver, (solver_options){.seed = (uint32_t)o->seed}, &why);
    if (!m->solver) {
        engine_unknown(result, "solver: %s", why);
        return false;
    }
    solver_set_budget(m->solver, b);
    unroll_init(&m->unrolling, p, m->solver);
    unroll_start(&m->unrolling, p->start, term_true(p->terms));
    return true;
}

void bmc_release(bmc *m) {
    unroll_release(&m->unrolling);
    solver_delete(m->solver);
    bits_release(&m->visited);
}

void bmc_run(program *p, const engine_options *o, const budget *b, board *shared,
             engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    (void)shared; /* posts nothing: what it shows holds up to a depth only */
    bmc m;
    result->engine = "bmc";
    if (!bmc_init(&m, p, o, b, result)) return;
    m.progress = o->progress;
    while (bmc_deepen(&m)) {}
    stats_set(&result->stats, "depth", m.unrolling.depth);
    stats_set(&result->stats, "nodes", m.unrolling.nodes.size);
    stats_set(&result->stats, "queries", (double)solver_statistics(m.solver)->checks);
    bmc_release(&m);
}
