/* The engine cells: proofs about arrays by following one arbitrary cell.
 *
 * A ghost variable k, chosen at the start and never changed, stands for any value of a counter x
 * that the failing check reads an array by. Each array is replaced by its values at the indices of
 * that check, with k for x: k, or 4 * k + 1; a read elsewhere yields any value. The error is
 * guarded by k = x: whoever reaches the error with some x does so also with k equal to it, so the
 * guard loses no violation. Direction: over-approximation, so only TRUE is taken. An invariant I(x,
 * a_k) becomes I(x, a[k]), which holds for every k: a quantified invariant in quantifier-free form.
 *
 * First of all, invariants of loops are guessed in their context, about ghosts that stand for what
 * is chosen later (context.h). Then the scalar program is tried by guesses of such invariants
 * (prove.h), which costs little however many loops there are; and by ic3cfa.
 *
 * The ghosts and the guards travel with the result; evidence adds them to the unreduced program and
 * checks there. */
#include "engine/engine.h"
#include "engine/board.h"
#include "engine/cells/context.h"
#include "engine/cells/prove.h"

enum { GUESSED_INDICES = 4, SEARCHED_INDICES = 4 }; /* followed at an error */

/* What is known of the program. What speaks of no array holds of the program with cells, too. */
typedef struct {
    vec(board_lemma) all;
    board *scalar; /* those */
} known_lemmas;

static bool mentions_array(terms *t, term formula) {
    term_vec vars = {0};
    bool found = false;
    term_vars(t, formula, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        found |= sort_kind_of(t, term_sort(t, vars.data[i])) == SORT_ARRAY;
    vec_release(&vars);
    return found;
}

static void read_known(known_lemmas *k, terms *t, board *shared) {
    board_reader reader = {.board = shared};
    *k = (known_lemmas){.scalar = shared ? board_new() : NULL};
    for (board_lemma l; board_next(&reader, t, &l);) {
        vec_push(&k->all, l);
        if (!mentions_array(t, l.formula)) board_post(k->scalar, t, 1, &l);
    }
    board_reader_release(&reader);
}

/* What is on the board is inductive together. */
static void add_known(const known_lemmas *k, terms *t, term *invariant) {
    for (uint32_t i = 0; i < k->all.size; i++) {
        const board_lemma *l = &k->all.data[i];
        term *at = &invariant[l->at.id];
        *at = at->id ? term_and(t, *at, l->formula) : l->formula;
    }
}

static void take_proof(const abstraction *a, terms *t, const term *invariant, uint32_t locations,
                       engine_result *result) {
    substitution s = {0};
    vec_clear(&result->invariant);
    vec_resize(&result->invariant, locations);
    for (uint32_t i = 0; i < locations; i++)
        if (invariant[i].id)
            result->invariant.data[i] = abstraction_concrete(a, t, &s, invariant[i]);
    vec_append(&result->ghosts, a->guards.data, a->guards.size);
    result->verdict = VERDICT_TRUE;
    subst_release(&s);
}

static void count_cells(const abstraction *a, engine_result *result) {
    stats_set(&result->stats, "ghost indices", a->ghosts.size);
    stats_set(&result->stats, "array cells followed", a->cells.size);
}

static void guess_in_context(program *p, const engine_options *o, const budget *b,
                             engine_result *result) {
    abstraction a;
    abstraction_ghosts(&a, p, GUESSED_INDICES);
    prove_in_context(&a, p, o, b, result);
    count_cells(&a, result);
    abstraction_release(&a);
}

static void guess(const abstraction *a, program *p, const engine_options *o, const budget *b,
                  const known_lemmas *known, engine_result *result) {
    term_vec invariant = {0};
    count_cells(a, result);
    if (prove_by_guesses(a, p, o, b, known->scalar, &invariant))
        take_proof(a, p->terms, invariant.data, invariant.size, result);
    vec_release(&invariant);
}

static void search(const abstraction *a, program *p, const engine_options *o, const budget *b,
                   const known_lemmas *known, engine_result *result, bool *spurious) {
    engine_result inner;
    engine_result_init(&inner, p->terms);
    ic3cfa_run(a->p, o, b, known->scalar, &inner);
    for (uint32_t i = 0; i < inner.stats.items.size; i++)
        stats_set(&result->stats, inner.stats.items.data[i].name, inner.stats.items.data[i].value);
    count_cells(a, result);
    *spurious = inner.verdict == VERDICT_FALSE;
    if (inner.verdict == VERDICT_TRUE) {
        take_proof(a, p->terms, inner.invariant.data, inner.invariant.size, result);
        add_known(known, p->terms, result->invariant.data);
    } else if (*spurious) engine_unknown(result, "one cell of an array does not decide it");
    else engine_stop(result, (stop_reason){inner.end, inner.reason});
    engine_result_release(&inner);
}

void cells_run(program *p, const engine_options *o, const budget *b, board *shared,
               engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    abstraction a;
    known_lemmas known;
    result->engine = "cells";
    engine_unknown(result, "no proof by guesses");
    guess_in_context(p, o, b, result);
    if (result->verdict == VERDICT_TRUE) return;
    read_known(&known, p->terms, shared);
    if (abstraction_make(&a, p, GUESSED_INDICES)) guess(&a, p, o, b, &known, result);
    else
        engine_unknown(result, "%s",
                       a.refused ? a.refused : "the error does not depend on an array");
    bool again = a.followed.size && !a.refused && result->verdict == VERDICT_UNKNOWN;
    abstraction_release(&a);
    for (uint32_t indices = 1; indices <= SEARCHED_INDICES && again && !budget_over(b); indices++) {
        abstraction_make(&a, p, indices);
        search(&a, p, o, b, &known, result, &again);
        again &= a.followed.size >= indices; /* with more of them it may be another answer */
        abstraction_release(&a);
    }
    vec_release(&known.all);
    board_delete(known.scalar);
}
