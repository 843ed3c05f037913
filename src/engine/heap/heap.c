/* The engine heap: proofs about lists and trees of any size.
 *
 * The objects that one place makes are numbered, their fields are arrays by that number (family.h).
 * Invariants speak of one arbitrary node, a ghost that never changes, and so of all: "the next of a
 * node is 0 or a node whose data is 1". What is assumed where the program reads other nodes are
 * instances of the same invariant, for the nodes that variables point to and those these point to.
 * The invariant is found by guesses that runs of the program do not refute (atoms.h, clauses.h), of
 * which those that are inductive together are kept.
 *
 * Only TRUE is found. The ghost and the instances travel with the result; evidence adds them to the
 * unreduced program and checks there. */
#include "engine/engine.h"

#include "engine/ai/ai.h"
#include "engine/candidates/goal.h"
#include "engine/heap/clauses.h"

static void take_proof(const atlas *a, const conjuncts *known, engine_result *result) {
    struct ghost node = {.var = a->node, .error = NO_LOC};
    term_vec invariant = {0};
    conjuncts_plain(known, a->program->terms, a->program->locations.size, &invariant);
    vec_append(&result->invariant, invariant.data, invariant.size);
    vec_push(&result->ghosts, node);
    for (uint32_t i = 0; i < a->places.size; i++)
        for (uint32_t k = 0; k < a->places.data[i].instances.size; k++) {
            struct ghost_instance one = {a->places.data[i].at, a->node,
                                         a->places.data[i].instances.data[k]};
            vec_push(&result->instances, one);
        }
    result->verdict = VERDICT_TRUE;
    vec_release(&invariant);
}

/* With clauses of at most `longest` literals. */
static void attempt(const atlas *a, const conjuncts *facts, uint32_t longest,
                    const engine_options *o, const budget *b, engine_result *result) {
    conjuncts known = {0};
    vec_append(&known, facts->data, facts->size);
    for (uint32_t i = 0; i < a->places.size; i++)
        clauses_guess(a, &a->places.data[i], longest, &known);
    stats_set(&result->stats, "guesses about nodes", known.size);
    if (prove_goal(a->program, o, b, &known)) {
        stats_set(&result->stats, "needed", known.size);
        take_proof(a, &known, result);
    }
    vec_release(&known);
}

static void prove(const atlas *a, const engine_options *o, const budget *b, engine_result *result) {
    conjuncts facts = {0};
    ai_learn(&facts, a->program, o, b);
    for (uint32_t longest = 2;
         longest <= 3 && result->verdict == VERDICT_UNKNOWN && !budget_over(b); longest++)
        attempt(a, &facts, longest, o, b, result);
    vec_release(&facts);
}

void heap_run(program *p, const engine_options *o, const budget *b, board *shared,
              engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    (void)shared; /* what is guessed is tried at once */
    atlas a;
    result->engine = "heap";
    bool there = atlas_make(&a, p, (uint64_t)o->seed, b);
    bool many = there && a.most_made >= FEW_OBJECTS, open = many && !a.violated;
    engine_unknown(result, "%s",
                   open   ? "no proof by guesses about nodes"
                   : many ? "a run reaches an error"
                          : "nothing is made any number of times");
    if (open) prove(&a, o, b, result);
    atlas_release(&a);
}
