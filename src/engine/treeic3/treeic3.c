/* Tree-IC3 (Cimatti and Griggio 2012): the automaton is unwound into a tree, explicitly in its
 * locations; what holds at a node is a set of clauses, learnt by blocking along the path from the
 * root to an error as IC3 does, one edge at a time. A leaf is covered when what holds there is
 * inside what holds at an earlier node of the same location. When every leaf is covered, the
 * clauses of the nodes are an inductive invariant. */
#include "engine/treeic3/tree.h"

static tree_node *node(tree *t, uint32_t i) { return &t->nodes.data[i]; }

/* Clauses of the nearest ancestor at the same location, as far as they hold here too. */
static void inherit(tree *t, uint32_t n) {
    uint32_t a = node(t, n)->parent;
    while (a != NO_NODE && !same_loc(node(t, a)->at, node(t, n)->at)) a = node(t, a)->parent;
    if (a == NO_NODE) return;
    for (uint32_t i = 0; i < node(t, a)->clauses.size && !t->stop.words; i++) {
        term clause = node(t, a)->clauses.data[i];
        term_vec cube = {0};
        term_conjuncts(t->terms, term_not(t->terms, clause), &cube);
        bool known = false;
        for (uint32_t j = 0; j < node(t, n)->clauses.size; j++)
            known |= same(node(t, n)->clauses.data[j], clause);
        if (!known && tree_query(t, n, &cube) == ANSWER_UNSAT)
            vec_push(&node(t, n)->clauses, clause);
        vec_release(&cube);
    }
}

/* ---- growing ---- */

/* The clauses that refute the path as it is bring the predicates that refute its abstraction. */
static bool block_concretely(tree *t, uint32_t n) {
    u32_vec before = {0};
    term_vec cube = {0};
    for (uint32_t i = n; i != NO_NODE; i = node(t, i)->parent)
        vec_push(&before, node(t, i)->clauses.size);
    t->abstract = false;
    bool blocked = tree_block(t, n, &cube);
    t->abstract = true;
    for (uint32_t i = n, k = 0; blocked && i != NO_NODE; i = node(t, i)->parent, k++)
        tree_take_predicates(t, i, before.data[k], false);
    t->refinements += blocked;
    vec_release(&cube);
    vec_release(&before);
    return blocked;
}

/* False: an error is reached, or the engine stops. */
static bool block_end(tree *t, uint32_t n) {
    term_vec cube = {0};
    if (tree_settled(t, node(t, n)->at)) return true;
    bool blocked = tree_block(t, n, &cube);
    if (!blocked && !t->stop.words && t->abstract) blocked = block_concretely(t, n);
    vec_release(&cube);
    if (blocked) tree_review(t, n);
    return blocked || tree_reached(t, n);
}

/* A child: dead where the edge cannot be taken. False: an error is reached, or the engine stops. */
static bool grow(tree *t, uint32_t parent, edge_id e) {
    loc at = t->program->edges.data[e.id].to;
    uint32_t n = tree_add(t, parent, e, at);
    term_vec cube = {0};
    bool ok = true;
    if (tree_ends(t, at)) ok = block_end(t, n);
    else if (tree_query(t, n, &cube) == ANSWER_UNSAT) tree_learn(t, n, &cube);
    else {
        inherit(t, n);
        tree_cover(t, n);
    }
    vec_release(&cube);
    return ok && !t->stop.words;
}

static bool expand(tree *t, uint32_t n) {
    const edge_id *out;
    uint32_t count = program_out(t->program, node(t, n)->at, &out);
    node(t, n)->expanded = true;
    for (uint32_t i = 0; i < count; i++)
        if (!grow(t, n, out[i])) return false;
    return true;
}

static void search(tree *t) {
    uint32_t n;
    tree_add(t, NO_NODE, (edge_id){0}, t->program->start);
    while ((n = tree_next_leaf(t)) != NO_NODE) {
        tree_read_board(t);
        if (budget_over(t->budget)) t->stop = budget_stop(t->budget);
        if (t->stop.words || !expand(t, n)) break;
    }
    if (t->stop.words) engine_stop(t->result, t->stop);
    else if (n == NO_NODE) tree_proved(t);
}

void treeic3_run(program *p, const engine_options *o, const budget *b, board *shared,
                 engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    tree t;
    tree_init(&t, p, o, b, shared, result);
    t.abstract = o->tree_ia;
    search(&t);
    result->engine = "treeic3";
    stats_set(&result->stats, "nodes", t.nodes.size);
    stats_set(&result->stats, "queries", (double)t.queries);
    stats_set(&result->stats, "refinements", (double)t.refinements);
    stats_set(&result->stats, "facts from outside", (double)t.facts_known);
    tree_release(&t);
}
