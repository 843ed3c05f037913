#include "engine/cegar/cegar.h"

#include "base/bits.h"
#include "engine/treeic3/tree.h"

typedef struct {
    tree tree;
    vec(term_vec) predicates; /* by location */
    uint64_t refinements;
} cegar;

static tree_node *node(cegar *c, uint32_t i) { return &c->tree.nodes.data[i]; }

static void add_predicate(cegar *c, loc at, term predicate) {
    term_vec *known = &c->predicates.data[at.id];
    term negated = term_not(c->tree.terms, predicate);
    if (term_is_const(c->tree.terms, predicate)) return;
    for (uint32_t i = 0; i < known->size; i++)
        if (same(known->data[i], predicate) || same(known->data[i], negated)) return;
    vec_push(known, predicate);
}

/* ---- abstraction ---- */

/* Does the literal hold in every state that the edge into the node ends in? */
static bool holds(cegar *c, uint32_t n, term literal) {
    term_vec cube = {0};
    vec_push(&cube, term_not(c->tree.terms, literal));
    bool yes = tree_query(&c->tree, n, &cube) == ANSWER_UNSAT;
    vec_release(&cube);
    return yes;
}

/* The clauses of the node become the predicates that hold there. */
static void abstract(cegar *c, uint32_t n) {
    const term_vec *all = &c->predicates.data[node(c, n)->at.id];
    for (uint32_t i = 0; i < all->size && !c->tree.stop; i++) {
        term p = all->data[i], not_p = term_not(c->tree.terms, p);
        if (holds(c, n, p)) vec_push(&node(c, n)->clauses, p);
        else if (holds(c, n, not_p)) vec_push(&node(c, n)->clauses, not_p);
    }
}

/* ---- refinement ---- */

static void path_to(cegar *c, uint32_t n, u32_vec *path) {
    for (; n != NO_NODE; n = node(c, n)->parent) vec_push(path, n);
}

/* The clauses that a node got beyond `before` refute the path: they, and their atoms, are
 * predicates from now on. True if there are such clauses: even where all predicates are known, the
 * node was abstracted before they were. */
static bool take_predicates(cegar *c, uint32_t n, uint32_t before) {
    for (uint32_t i = before; i < node(c, n)->clauses.size; i++) {
        term clause = node(c, n)->clauses.data[i];
        term_vec literals = {0};
        term_disjuncts(c->tree.terms, clause, &literals);
        for (uint32_t j = 0; j < literals.size; j++)
            add_predicate(c, node(c, n)->at, literals.data[j]);
        add_predicate(c, node(c, n)->at, clause);
        vec_release(&literals);
    }
    return node(c, n)->clauses.size > before;
}

/* Cut off everything below `n`: those nodes are dead, and what they covered is open again. */
static void prune(cegar *c, uint32_t n) {
    bits gone = {0};
    bits_add(&gone, n);
    for (uint32_t i = n + 1; i < c->tree.nodes.size; i++) {
        if (!bits_has(&gone, node(c, i)->parent)) continue;
        bits_add(&gone, i);
        vec_clear(&node(c, i)->clauses);
        vec_push(&node(c, i)->clauses, term_false(c->tree.terms));
        node(c, i)->covered = NO_NODE;
    }
    for (uint32_t i = 0; i < c->tree.nodes.size; i++) {
        uint32_t by = node(c, i)->covered;
        if (by != NO_NODE && bits_has(&gone, by)) node(c, i)->covered = NO_NODE;
    }
    node(c, n)->expanded = false;
    bits_release(&gone);
}

/* The path to error node n: real (false), or refuted, with new predicates and the tree cut back to
 * where they begin. */
static bool refine(cegar *c, uint32_t n) {
    u32_vec path = {0}, before = {0};
    term_vec cube = {0};
    path_to(c, n, &path);
    for (uint32_t i = 0; i < path.size; i++) vec_push(&before, node(c, path.data[i])->clauses.size);
    bool refuted = tree_block(&c->tree, n, &cube);
    uint32_t pivot =
        path.size - 1; /* the parent of the first node, from the root, that has new predicates */
    bool found = false;
    for (uint32_t i = path.size - 1; refuted && i-- > 1;) {
        if (!take_predicates(c, path.data[i], before.data[i]) || found) continue;
        pivot = i + 1;
        found = true;
    }
    if (refuted) {
        c->refinements++;
        for (uint32_t i = 0; i < path.size; i++)
            node(c, path.data[i])->clauses.size = before.data[i];
        prune(c, path.data[pivot]);
    }
    vec_release(&path);
    vec_release(&before);
    vec_release(&cube);
    return refuted;
}

/* ---- growing ---- */

enum growth { GROWN, REFINED, ENDED };

static enum growth grow(cegar *c, uint32_t parent, edge_id e) {
    tree *t = &c->tree;
    loc at = t->program->edges.data[e.id].to;
    uint32_t n = tree_add(t, parent, e, at);
    term_vec cube = {0};
    enum answer a = tree_query(t, n, &cube);
    if (a == ANSWER_UNSAT) tree_learn(t, n, &cube);
    vec_release(&cube);
    if (a == ANSWER_UNSAT) return GROWN;
    if (a == ANSWER_UNKNOWN) return ENDED;
    if (tree_ends(t, at)) return refine(c, n) ? REFINED : ENDED;
    abstract(c, n);
    tree_cover(t, n);
    return t->stop ? ENDED : GROWN;
}

static enum growth expand(cegar *c, uint32_t n) {
    const edge_id *out;
    uint32_t count = program_out(c->tree.program, node(c, n)->at, &out);
    enum growth g = GROWN;
    node(c, n)->expanded = true;
    for (uint32_t i = 0; i < count && g == GROWN; i++) g = grow(c, n, out[i]);
    return g;
}

static void search(cegar *c) {
    tree *t = &c->tree;
    uint32_t n;
    enum growth g = GROWN;
    tree_add(t, NO_NODE, (edge_id){0}, t->program->start);
    while (g != ENDED && (n = tree_next_leaf(t)) != NO_NODE) {
        if (budget_over(t->budget)) t->stop = budget_reason(t->budget);
        if (t->stop) break;
        g = expand(c, n);
    }
    if (t->stop) engine_unknown(t->result, "%s", t->stop);
    else if (g == ENDED) tree_violated(t);
    else tree_proved(t);
}

void cegar_run(program *p, const engine_options *o, const budget *b, board *shared,
               engine_result *result) {
    (void)shared;
    cegar c = {0};
    tree_init(&c.tree, p, o, b, result);
    vec_resize(&c.predicates, p->locations.size);
    search(&c);
    result->engine = "cegar";
    for (uint32_t i = 0; i < c.tree.edges.size && !result->solver; i++)
        if (c.tree.edges.data[i].solver) result->solver = solver_name(c.tree.edges.data[i].solver);
    stats_set(&result->stats, "nodes", c.tree.nodes.size);
    stats_set(&result->stats, "refinements", (double)c.refinements);
    for (loc l = {0}; l.id < c.predicates.size; l.id++) vec_release(&c.predicates.data[l.id]);
    vec_release(&c.predicates);
    tree_release(&c.tree);
}
