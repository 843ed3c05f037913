/* Covering: a node whose states an earlier one has. */
#include "base/log.h"
#include "engine/treeic3/tree.h"

static tree_node *node(tree *t, uint32_t i) { return &t->nodes.data[i]; }

static bool is_ancestor(tree *t, uint32_t a, uint32_t n) {
    for (; n != NO_NODE; n = node(t, n)->parent)
        if (n == a) return true;
    return false;
}

/* Covered, or below a covered node. */
static bool tree_hidden(tree *t, uint32_t n) {
    assert_debug(n < t->nodes.size);
    for (; n != NO_NODE; n = node(t, n)->parent)
        if (node(t, n)->covered != NO_NODE) return true;
    return false;
}

/* Only an earlier node that is not covered itself may cover, so that there are no circles. */
bool tree_cover(tree *t, uint32_t n) {
    assert_debug(n < t->nodes.size);
    for (uint32_t m = 0; m < n && !t->stop.words; m++) {
        if (!same_loc(node(t, m)->at, node(t, n)->at) || tree_hidden(t, m) || tree_dead(t, m))
            continue;
        if (!tree_inside(t, n, m)) continue;
        node(t, n)->covered = m;
        return true;
    }
    return false;
}

/* The nodes of a path got new clauses: they may be covered now, and what they cover may be outside.
 * Covering hides a subtree, and hidden nodes cover nothing. */
void tree_review(tree *t, uint32_t last) {
    assert_debug(last < t->nodes.size);
    for (uint32_t n = node(t, last)->parent; n != NO_NODE && !t->stop.words; n = node(t, n)->parent)
        if (node(t, n)->covered == NO_NODE && node(t, n)->parent != NO_NODE && tree_cover(t, n))
            break;
    for (uint32_t n = 0; n < t->nodes.size && !t->stop.words; n++) {
        uint32_t by = node(t, n)->covered;
        if (by == NO_NODE) continue;
        if (tree_hidden(t, by) || (is_ancestor(t, by, last) && !tree_inside(t, n, by)))
            node(t, n)->covered = NO_NODE;
    }
}

bool tree_ends(const tree *t, loc l) {
    assert_debug(l.id < t->program->locations.size);
    return program_is_error(t->program, l) || program_is_limit(t->program, l);
}

uint32_t tree_next_leaf(tree *t) {
    for (uint32_t n = 0; n < t->nodes.size; n++)
        if (!node(t, n)->expanded && !tree_dead(t, n) && !tree_ends(t, node(t, n)->at) &&
            !tree_hidden(t, n))
            return n;
    return NO_NODE;
}

/* ---- verdicts ---- */

void tree_proved(tree *t) {
    assert_debug(!t->limit);
    LOG("treeic3", "proved with %u nodes", t->nodes.size);
    if (t->limit) {
        engine_limited(t->result, t->program, t->limit);
        return;
    }
    vec_resize(&t->result->invariant, t->program->locations.size);
    for (loc l = {0}; l.id < t->program->locations.size; l.id++)
        t->result->invariant.data[l.id] = term_bool(t->terms, same_loc(l, t->program->start));
    for (uint32_t n = 1; n < t->nodes.size; n++) {
        const term_vec *c = &node(t, n)->clauses;
        if (tree_hidden(t, n) || tree_ends(t, node(t, n)->at)) continue;
        term *all = &t->result->invariant.data[node(t, n)->at.id];
        *all = term_or(t->terms, *all, term_and_n(t->terms, c->size, c->data));
    }
    for (loc l = {0}; l.id < t->facts.size; l.id++) {
        term *all = &t->result->invariant.data[l.id];
        const term_vec *f = &t->facts.data[l.id];
        *all = term_and(t->terms, *all, term_and_n(t->terms, f->size, f->data));
    }
    t->result->verdict = VERDICT_TRUE;
}
