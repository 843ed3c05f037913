#include "engine/treeic3/treeic3.h"

#include "engine/treeic3/tree.h"

static tree_node *node(tree *t, uint32_t i) { return &t->nodes.data[i]; }

/* Clauses of the nearest ancestor at the same location, as far as they hold here too. */
static void inherit(tree *t, uint32_t n) {
    uint32_t a = node(t, n)->parent;
    while (a != NO_NODE && !same_loc(node(t, a)->at, node(t, n)->at)) a = node(t, a)->parent;
    if (a == NO_NODE) return;
    for (uint32_t i = 0; i < node(t, a)->clauses.size && !t->stop; i++) {
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

/* A child: dead where the edge cannot be taken. False: an error is reached, or the engine stops. */
static bool grow(tree *t, uint32_t parent, edge_id e) {
    loc at = t->program->edges.data[e.id].to;
    uint32_t n = tree_add(t, parent, e, at);
    term_vec cube = {0};
    bool ok = true;
    if (tree_ends(t, at)) {
        ok = tree_block(t, n, &cube);
        if (ok) tree_review(t, n);
    } else if (tree_query(t, n, &cube) == ANSWER_UNSAT) tree_learn(t, n, &cube);
    else {
        inherit(t, n);
        tree_cover(t, n);
    }
    vec_release(&cube);
    return ok && !t->stop;
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
        if (budget_over(t->budget)) t->stop = budget_reason(t->budget);
        if (t->stop || !expand(t, n)) break;
    }
    if (t->stop) engine_unknown(t->result, "%s", t->stop);
    else if (n == NO_NODE) tree_proved(t);
    else tree_violated(t);
}

void treeic3_run(program *p, const engine_options *o, const budget *b, board *shared,
                 engine_result *result) {
    (void)shared;
    tree t;
    tree_init(&t, p, o, b, result);
    search(&t);
    result->engine = "treeic3";
    for (uint32_t i = 0; i < t.edges.size && !result->solver; i++)
        if (t.edges.data[i].solver) result->solver = solver_name(t.edges.data[i].solver);
    stats_set(&result->stats, "nodes", t.nodes.size);
    stats_set(&result->stats, "queries", (double)t.queries);
    tree_release(&t);
}
