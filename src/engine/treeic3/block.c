/* Blocking along a path of the tree. */
#include "base/log.h"
#include "engine/treeic3/tree.h"

static tree_node *node(tree *t, uint32_t i) { return &t->nodes.data[i]; }

/* ---- blocking along a path ---- */

void tree_learn(tree *t, uint32_t n, const term_vec *cube) {
    assert_debug(n < t->nodes.size);
    assert_debug(terms_are_there(t->terms, cube->size, cube->data));
    LOG("treeic3", "learn a clause of %u literals at node %u", cube->size, n);
    term_vec literals = {0};
    for (uint32_t i = 0; i < cube->size; i++)
        vec_push(&literals, term_not(t->terms, cube->data[i]));
    vec_push(&node(t, n)->clauses, term_or_n(t->terms, literals.size, literals.data));
    vec_release(&literals);
}

/* Drop literals one by one while the cube stays out of reach of the parent's clauses. */
static void generalize(tree *t, uint32_t n, term_vec *cube) {
    term_vec fewer = {0};
    for (uint32_t i = 0; i < cube->size && cube->size > 1 && !t->stop.words;) {
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

/* The depth of the recursion is that of the tree. */
bool tree_block(tree *t, uint32_t n, term_vec *cube) {
    assert_debug(n < t->nodes.size);
    LOG("treeic3", "block %u literals at node %u", cube->size, n);
    term_vec before = {0};
    bool blocked = false;
    while (!t->stop.words) {
        enum answer a = tree_query(t, n, cube);
        if (a == ANSWER_UNSAT) {
            generalize(t, n, cube);
            tree_learn(t, n, cube);
            blocked = true;
            break;
        }
        if (a != ANSWER_SAT || node(t, node(t, n)->parent)->parent == NO_NODE) break;
        tree_predecessor(t, n, cube, &before);
        if (!tree_block(t, node(t, n)->parent, &before)) break;
    }
    vec_release(&before);
    return blocked;
}
