/* Counterexample-guided predicate abstraction: the automaton is unwound into a tree whose nodes
 * carry the predicates of their location that hold there (Cartesian abstraction over large blocks).
 * A path to an error that is spurious is refuted by pre-images and cores along it, and the clauses
 * found become predicates of their locations. Only the part of the tree that the new predicates
 * concern is built again. */
#include "base/log.h"
#include "base/bits.h"
#include "engine/treeic3/tree.h"

static tree_node *node(tree *t, uint32_t i) { return &t->nodes.data[i]; }

/* ---- abstraction ---- */

/* Does the literal hold in every state that the edge into the node ends in? */
static bool holds(tree *t, uint32_t n, term literal) {
    term_vec cube = {0};
    vec_push(&cube, term_not(t->terms, literal));
    bool yes = tree_query(t, n, &cube) == ANSWER_UNSAT;
    vec_release(&cube);
    return yes;
}

/* The clauses of the node become the predicates that hold there. */
static void abstract(tree *t, uint32_t n) {
    const term_vec *all = &t->predicates.data[node(t, n)->at.id];
    for (uint32_t i = 0; i < all->size && !t->stop.words; i++) {
        term p = all->data[i], not_p = term_not(t->terms, p);
        if (holds(t, n, p)) vec_push(&node(t, n)->clauses, p);
        else if (holds(t, n, not_p)) vec_push(&node(t, n)->clauses, not_p);
    }
}

/* ---- refinement ---- */

static void path_to(tree *t, uint32_t n, u32_vec *path) {
    for (; n != NO_NODE; n = node(t, n)->parent) vec_push(path, n);
}

/* Cut off everything below `n`: those nodes are dead, and what they covered is open again. */
static void prune(tree *t, uint32_t n) {
    bits gone = {0};
    bits_add(&gone, n);
    for (uint32_t i = n + 1; i < t->nodes.size; i++) {
        if (!bits_has(&gone, node(t, i)->parent)) continue;
        bits_add(&gone, i);
        vec_clear(&node(t, i)->clauses);
        vec_push(&node(t, i)->clauses, term_false(t->terms));
        node(t, i)->covered = NO_NODE;
    }
    for (uint32_t i = 0; i < t->nodes.size; i++) {
        uint32_t by = node(t, i)->covered;
        if (by != NO_NODE && bits_has(&gone, by)) node(t, i)->covered = NO_NODE;
    }
    node(t, n)->expanded = false;
    bits_release(&gone);
}

/* The path to error node n: real (false), or refuted by clauses, even where all their predicates
 * are known (the node was abstracted before they were), with new predicates and the tree cut back
 * to where they begin. */
static bool refine(tree *t, uint32_t n) {
    u32_vec path = {0}, before = {0};
    term_vec cube = {0};
    path_to(t, n, &path);
    for (uint32_t i = 0; i < path.size; i++) vec_push(&before, node(t, path.data[i])->clauses.size);
    bool refuted = tree_block(t, n, &cube);
    uint32_t pivot =
        path.size - 1; /* the parent of the first node, from the root, that has new predicates */
    bool found = false;
    for (uint32_t i = path.size - 1; refuted && i-- > 1;) {
        if (!tree_take_predicates(t, path.data[i], before.data[i], true) || found) continue;
        pivot = i + 1;
        found = true;
    }
    if (refuted) {
        t->refinements++;
        for (uint32_t i = 0; i < path.size; i++)
            node(t, path.data[i])->clauses.size = before.data[i];
        prune(t, path.data[pivot]);
    }
    vec_release(&path);
    vec_release(&before);
    vec_release(&cube);
    return refuted;
}

/* ---- growing ---- */

enum growth { GROWN, REFINED, ENDED };

static enum growth grow(tree *t, uint32_t parent, edge_id e) {
    loc at = t->program->edges.data[e.id].to;
    if (tree_settled(t, at)) return GROWN;
    uint32_t n = tree_add(t, parent, e, at);
    term_vec cube = {0};
    enum answer a = tree_query(t, n, &cube);
    if (a == ANSWER_UNSAT) tree_learn(t, n, &cube);
    vec_release(&cube);
    if (a == ANSWER_UNSAT) return GROWN;
    if (a == ANSWER_UNKNOWN) return ENDED;
    if (tree_ends(t, at)) return refine(t, n) ? REFINED : tree_reached(t, n) ? GROWN : ENDED;
    abstract(t, n);
    tree_cover(t, n);
    return t->stop.words ? ENDED : GROWN;
}

static enum growth expand(tree *t, uint32_t n) {
    const edge_id *out;
    uint32_t count = program_out(t->program, node(t, n)->at, &out);
    enum growth g = GROWN;
    node(t, n)->expanded = true;
    for (uint32_t i = 0; i < count && g == GROWN; i++) g = grow(t, n, out[i]);
    return g;
}

static void search(tree *t) {
    uint32_t n;
    enum growth g = GROWN;
    tree_add(t, NO_NODE, (edge_id){0}, t->program->start);
    while (g != ENDED && (n = tree_next_leaf(t)) != NO_NODE) {
        tree_read_board(t);
        if (budget_over(t->budget)) t->stop = budget_stop(t->budget);
        if (t->stop.words) break;
        g = expand(t, n);
    }
    if (t->stop.words) engine_stop(t->result, t->stop);
    else if (g != ENDED) tree_proved(t);
}

void cegar_run(program *p, const engine_options *o, const budget *b, board *shared,
               engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    LOG("cegar", "begin");
    tree t;
    tree_init(&t, p, o, b, shared, result);
    search(&t);
    result->engine = "cegar";
    stats_set(&result->stats, "nodes", t.nodes.size);
    stats_set(&result->stats, "refinements", (double)t.refinements);
    tree_release(&t);
}
