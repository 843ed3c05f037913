/* Predicates by location: what the tree is abstracted by. */
#include "base/log.h"
#include "engine/treeic3/tree.h"

static void add(tree *t, loc at, term predicate) {
    term_vec *known = &t->predicates.data[at.id];
    term negated = term_not(t->terms, predicate);
    if (term_is_const(t->terms, predicate)) return;
    for (uint32_t i = 0; i < known->size; i++)
        if (same(known->data[i], predicate) || same(known->data[i], negated)) return;
    vec_push(known, predicate);
}

bool tree_take_predicates(tree *t, uint32_t n, uint32_t before, bool whole) {
    assert_debug(n < t->nodes.size);
    assert_debug(before <= t->nodes.data[n].clauses.size);
    LOG("treeic3", "predicates of node %u", n);
    const tree_node *x = &t->nodes.data[n];
    for (uint32_t i = before; i < x->clauses.size; i++) {
        term_vec literals = {0};
        term_disjuncts(t->terms, x->clauses.data[i], &literals);
        for (uint32_t j = 0; j < literals.size; j++) add(t, x->at, literals.data[j]);
        if (whole) add(t, x->at, x->clauses.data[i]);
        vec_release(&literals);
    }
    return x->clauses.size > before;
}
