#include "engine/treeic3/treeic3.h"

#include "engine/bmc/bmc_internal.h"
#include "engine/treeic3/tree.h"

static tree_node *node(tree *t, uint32_t i) { return &t->nodes.data[i]; }
static bool ends_run(const tree *t, loc l) { return program_is_error(t->program, l) || program_is_limit(t->program, l); }

/* ---- blocking along a path ---- */

static void learn(tree *t, uint32_t n, const term_vec *cube) {
    term_vec literals = {0};
    for (uint32_t i = 0; i < cube->size; i++) vec_push(&literals, term_not(t->terms, cube->data[i]));
    vec_push(&node(t, n)->clauses, term_or_n(t->terms, literals.size, literals.data));
    vec_release(&literals);
}

/* Drop literals one by one while the cube stays out of reach of the parent's clauses. */
static void generalize(tree *t, uint32_t n, term_vec *cube) {
    term_vec fewer = {0};
    for (uint32_t i = 0; i < cube->size && cube->size > 1 && !t->stop;) {
        vec_clear(&fewer);
        for (uint32_t j = 0; j < cube->size; j++)
            if (j != i) vec_push(&fewer, cube->data[j]);
        if (tree_query(t, n, &fewer) != ANSWER_UNSAT) {
            i++;
            continue;
        }
        vec_clear(cube);
        vec_append(cube, fewer.data, fewer.size);
    }
    vec_release(&fewer);
}

/* Exclude the cube at the node. False: some state at the root leads there, or the engine stops. The depth of the
 * recursion is that of the tree. */
static bool block(tree *t, uint32_t n, term_vec *cube) {
    term_vec before = {0};
    bool blocked = false;
    while (!t->stop) {
        enum answer a = tree_query(t, n, cube);
        if (a == ANSWER_UNSAT) {
            generalize(t, n, cube);
            learn(t, n, cube);
            blocked = true;
            break;
        }
        if (a != ANSWER_SAT || node(t, node(t, n)->parent)->parent == NO_NODE) break;
        tree_predecessor(t, n, cube, &before);
        if (!block(t, node(t, n)->parent, &before)) break;
    }
    vec_release(&before);
    return blocked;
}

/* ---- covering ---- */

static bool is_ancestor(tree *t, uint32_t a, uint32_t n) {
    for (; n != NO_NODE; n = node(t, n)->parent)
        if (n == a) return true;
    return false;
}

/* Clauses of the nearest ancestor at the same location, as far as they hold here too. */
static void inherit(tree *t, uint32_t n) {
    uint32_t a = node(t, n)->parent;
    while (a != NO_NODE && node(t, a)->at != node(t, n)->at) a = node(t, a)->parent;
    if (a == NO_NODE) return;
    for (uint32_t i = 0; i < node(t, a)->clauses.size && !t->stop; i++) {
        term clause = node(t, a)->clauses.data[i];
        term_vec cube = {0};
        term_conjuncts(t->terms, term_not(t->terms, clause), &cube);
        bool known = false;
        for (uint32_t j = 0; j < node(t, n)->clauses.size; j++) known |= same(node(t, n)->clauses.data[j], clause);
        if (!known && tree_query(t, n, &cube) == ANSWER_UNSAT) vec_push(&node(t, n)->clauses, clause);
        vec_release(&cube);
    }
}

static bool hidden(tree *t, uint32_t n) {
    for (; n != NO_NODE; n = node(t, n)->parent)
        if (node(t, n)->covered != NO_NODE) return true;
    return false;
}

/* Only an earlier node that is not covered itself may cover, so that there are no circles. */
static bool cover(tree *t, uint32_t n) {
    for (uint32_t m = 0; m < n && !t->stop; m++) {
        if (node(t, m)->at != node(t, n)->at || hidden(t, m) || tree_dead(t, m)) continue;
        if (!tree_inside(t, n, m)) continue;
        node(t, n)->covered = m;
        return true;
    }
    return false;
}

/* The nodes of a path got new clauses: they may be covered now, and what they cover may be outside. Covering hides a
 * subtree, and hidden nodes cover nothing. */
static void review(tree *t, uint32_t last) {
    for (uint32_t n = node(t, last)->parent; n != NO_NODE && !t->stop; n = node(t, n)->parent)
        if (node(t, n)->covered == NO_NODE && node(t, n)->parent != NO_NODE && cover(t, n)) break;
    for (uint32_t n = 0; n < t->nodes.size && !t->stop; n++) {
        uint32_t by = node(t, n)->covered;
        if (by == NO_NODE) continue;
        if (hidden(t, by) || (is_ancestor(t, by, last) && !tree_inside(t, n, by))) node(t, n)->covered = NO_NODE;
    }
}

/* ---- growing ---- */

/* A child: dead where the edge cannot be taken. False: an error is reached, or the engine stops. */
static bool grow(tree *t, uint32_t parent, edge_id e) {
    loc at = t->program->edges.data[e].to;
    uint32_t n = tree_add(t, parent, e, at);
    term_vec cube = {0};
    bool ok = true;
    if (ends_run(t, at)) {
        ok = block(t, n, &cube);
        if (ok) review(t, n);
    } else if (tree_query(t, n, &cube) == ANSWER_UNSAT) learn(t, n, &cube);
    else {
        inherit(t, n);
        cover(t, n);
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

static uint32_t next_leaf(tree *t) {
    for (uint32_t n = 0; n < t->nodes.size; n++)
        if (!node(t, n)->expanded && !tree_dead(t, n) && !ends_run(t, node(t, n)->at) && !hidden(t, n)) return n;
    return NO_NODE;
}

/* ---- verdicts ---- */

static void proved(tree *t) {
    vec_resize(&t->result->invariant, t->program->locations.size);
    for (loc l = 0; l < t->program->locations.size; l++)
        t->result->invariant.data[l] = term_bool(t->terms, l == t->program->start);
    for (uint32_t n = 1; n < t->nodes.size; n++) {
        const term_vec *c = &node(t, n)->clauses;
        if (hidden(t, n) || ends_run(t, node(t, n)->at)) continue;
        term *all = &t->result->invariant.data[node(t, n)->at];
        *all = term_or(t->terms, *all, term_and_n(t->terms, c->size, c->data));
    }
    t->result->verdict = VERDICT_TRUE;
}

/* Pre-images are under-approximations, so an error that a state at the root leads to is real; the bounded search gives the
 * values. */
static void violated(tree *t) {
    bmc m;
    if (!bmc_init(&m, t->program, t->options, t->budget, t->result)) return;
    while (bmc_deepen(&m)) {}
    bmc_release(&m);
}

static void search(tree *t) {
    uint32_t n;
    tree_add(t, NO_NODE, 0, t->program->start);
    while ((n = next_leaf(t)) != NO_NODE) {
        if (budget_over(t->budget)) t->stop = budget_reason(t->budget);
        if (t->stop || !expand(t, n)) break;
    }
    if (t->stop) engine_unknown(t->result, "%s", t->stop);
    else if (n == NO_NODE) proved(t);
    else violated(t);
}

void treeic3_run(program *p, const engine_options *o, const budget *b, board *shared, engine_result *result) {
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
