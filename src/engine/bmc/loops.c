/* Each loop to its end before what follows. */
#include "engine/bmc/bmc.h"

#include "base/log.h"
#include "engine/board.h"

typedef struct {
    bmc bmc;
    nesting loops;
    loop_rounds rounds;
    uint32_t most_rounds; /* of a loop, that a run may go */
    uint32_t outermost;   /* rounds of the last loop that is inside no other */
    uint32_t ended;       /* the most rounds of such a loop that has ended; 0: none has */
    board *shared;
} unwinding;

static unroll_node *node(unwinding *w, uint32_t i) { return &w->bmc.unrolling.nodes.data[i]; }

/* A query without an answer says nothing: the node is expanded. */
static bool is_dead(unwinding *w, uint32_t n) {
    terms *t = w->bmc.unrolling.program->terms;
    term reach = node(w, n)->reach;
    if (term_is_const(t, reach) || solver_check(w->bmc.solver, 1, &reach) != ANSWER_UNSAT)
        return false;
    solver_assert(w->bmc.solver, term_not(t, reach));
    return true;
}

static void go_on(unwinding *w, uint32_t n, uint32_t rounds) {
    if (rounds > w->most_rounds) w->most_rounds = rounds;
    if (rounds) bits_add(&w->bmc.visited, node(w, n)->at.id);
    unroll_expand(&w->bmc.unrolling, n);
}

/* Loops that follow each other mostly go over the same data. */
static bool comes_to_an_end(const unwinding *w) {
    enum { FACTOR = 2, MORE = 16 };
    return w->ended > 1 && w->outermost <= FACTOR * w->ended + MORE;
}

/* The rounds of the loop that l heads; 0: it is no head. Loops that l is not in are over. */
static uint32_t pass(unwinding *w, loc l) {
    uint32_t rounds = loop_rounds_pass(&w->rounds, l), depth = w->rounds.active.size;
    bool over = !depth || (depth == 1 && rounds == 1);
    if (over && w->outermost > w->ended) w->ended = w->outermost;
    if (over) w->outermost = 0;
    if (depth == 1 && rounds) w->outermost = rounds;
    board_set_ending(w->shared, comes_to_an_end(w));
    return rounds;
}

/* The proof speaks of rounds, unless loops are nested: then the rounds of all together are fewer
 * than those of each multiplied. */
static void conclude(unwinding *w) {
    LOG("bmc", "all loops ended, %u rounds at most", w->most_rounds);
    engine_result *r = w->bmc.result;
    bmc_exhausted(&w->bmc);
    if (r->verdict != VERDICT_TRUE || r->proof != PROOF_UNROLLING || w->loops.nested) return;
    r->proof = PROOF_UNWINDING;
    r->k = w->most_rounds;
}

/* The next location. False: the search is over and the result is set. */
static bool step(unwinding *w) {
    bmc *m = &w->bmc;
    uint32_t n = unroll_next(&m->unrolling, &w->loops);
    if (budget_over(m->budget)) {
        engine_stop(m->result, budget_stop(m->budget));
        return false;
    }
    uint32_t rounds = n == UNROLL_NONE ? 0 : pass(w, node(w, n)->at);
    if ((n == UNROLL_NONE || rounds) && bmc_check_errors(m)) return false;
    if (n == UNROLL_NONE) {
        conclude(w);
        return false;
    }
    progress_tell(m->progress, UNIT_DEPTH, m->unrolling.depth, 0,
                  solver_statistics(m->solver)->checks);
    bool ends = !node(w, n)->state;
    if (!ends && !(rounds && is_dead(w, n))) go_on(w, n, rounds);
    return true;
}

void bmc_loops_run(program *p, const engine_options *o, const budget *b, board *shared,
                   engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    unwinding w = {.shared = shared};
    result->engine = "bmc/loops";
    if (!bmc_init(&w.bmc, p, o, b, result)) return;
    w.bmc.progress = o->progress;
    nesting_make(&w.loops, p);
    loop_rounds_init(&w.rounds, &w.loops);
    unroll_expand(&w.bmc.unrolling, vec_pop(&w.bmc.unrolling.frontier));
    while (step(&w)) {}
    stats_set(&result->stats, "rounds", w.most_rounds);
    stats_set(&result->stats, "nodes", w.bmc.unrolling.nodes.size);
    stats_set(&result->stats, "queries", (double)solver_statistics(w.bmc.solver)->checks);
    loop_rounds_release(&w.rounds);
    nesting_release(&w.loops);
    bmc_release(&w.bmc);
}
