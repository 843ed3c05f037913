/* Arrays: select and store.
 *
 * Stores at constant indices are ordered, the smallest index innermost, down to the first store at
 * another kind of index; of two at one index only the later is left. */
#include "term/term_internal.h"

/* Indices that can never be equal. */
static bool distinct(terms *t, term i, term j) {
    if (is_value(t, i) && is_value(t, j)) return !same(i, j);
    bool sum = is_op(t, i, OP_BVADD) || is_op(t, j, OP_BVADD) || is_op(t, i, OP_ADD) ||
               is_op(t, j, OP_ADD);
    return sum && term_is_false(t, build_eq(t, i, j));
}

term build_select(terms *t, term a, term i) {
    assert_debug(sort_kind_of(t, sort_of(t, a)) == SORT_ARRAY);
    assert_debug(sort_index(t, sort_of(t, a)).id == sort_of(t, i).id);
    while (is_op(t, a, OP_STORE)) {
        term j = arg_of(t, a, 1);
        if (same(i, j)) return arg_of(t, a, 2);
        if (!distinct(t, i, j)) break;
        a = arg_of(t, a, 0);
    }
    if (is_op(t, a, OP_CONST_ARRAY)) return arg_of(t, a, 0);
    return make_2(t, OP_SELECT, sort_element(t, sort_of(t, a)), a, i);
}

/* A total order of constants: by value for words, so that tables come out in order. */
static bool before(const terms *t, term i, term j) {
    uint64_t x, y;
    if (is_small(t, i, &x) && is_small(t, j, &y)) return x < y;
    return i.id < j.id;
}

static bool at_constant(const terms *t, term a) {
    return is_op(t, a, OP_STORE) && is_value(t, arg_of(t, a, 1));
}

term build_store(terms *t, term a, term i, term v) {
    assert_debug(sort_index(t, sort_of(t, a)).id == sort_of(t, i).id);
    assert_debug(sort_element(t, sort_of(t, a)).id == sort_of(t, v).id);
    sort s = sort_of(t, a);
    if (same(build_select(t, a, i), v)) return a;
    term_vec *outer = scratch_take(t);
    if (is_value(t, i))
        for (; at_constant(t, a) && before(t, i, arg_of(t, a, 1)); a = arg_of(t, a, 0))
            vec_push(outer, a);
    while (is_op(t, a, OP_STORE) && same(arg_of(t, a, 1), i)) a = arg_of(t, a, 0);
    if (!same(build_select(t, a, i), v)) a = make_3(t, OP_STORE, s, a, i, v);
    while (outer->size) {
        term x = vec_pop(outer);
        a = make_3(t, OP_STORE, s, a, arg_of(t, x, 1), arg_of(t, x, 2));
    }
    scratch_give(t);
    return a;
}
