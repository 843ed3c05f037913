/* Array values: a default and a persistent trie of exceptions; equality and compaction of values.
 */
#include "term/value_internal.h"

static uint64_t value_hash(const values *v, value a);

static uint64_t hash_number(const __mpz_struct *z) {
    uint64_t h = (uint64_t)(int64_t)mpz_sgn(z);
    for (size_t i = 0; i < mpz_size(z); i++) h = hash_mix(h ^ mpz_getlimbn(z, (mp_size_t)i)) + 1;
    return h;
}

/* Arrays as indices: equal arrays must hash alike, whatever the default is that nobody can see; so
 * not at all. */
static uint64_t value_hash(const values *v, value a) {
    if (sort_is_inline(v->t, a.sort)) return a.bits;
    switch (sort_kind_of(v->t, a.sort)) {
    case SORT_ARRAY: return 0;
    case SORT_INT:
    case SORT_REAL:
        return hash_number(mpq_numref(value_get_number(v, a))) * 3 +
               hash_number(mpq_denref(value_get_number(v, a)));
    default: return hash_number(&v->wide.data[a.bits]);
    }
}

enum { LEAF = 64 };

static uint32_t trie_push(values *v, trie_node n) {
    vec_push(&v->trie, n);
    return v->trie.size - 1;
}

/* The leaf with this index, or 0. */
static uint32_t trie_find(values *v, uint32_t at, uint64_t key, value index) {
    while (at && v->trie.data[at].bit != LEAF)
        at = key >> v->trie.data[at].bit & 1 ? v->trie.data[at].right : v->trie.data[at].left;
    if (!at || v->trie.data[at].key != key) return 0;
    for (; at; at = v->trie.data[at].right)
        if (value_equal(v, v->trie.data[at].index, index)) return at;
    return 0;
}

/* The chain `at` with the leaf for `index` replaced or added. Chains are short: keys are exact for
 * words. */
static uint32_t chain_insert(values *v, uint32_t at, uint64_t key, value index, value element,
                             bool *added) {
    if (!at) {
        *added = true;
        return trie_push(v, (trie_node){key, LEAF, 0, 0, index, element});
    }
    trie_node n = v->trie.data[at];
    if (value_equal(v, n.index, index)) n.element = element;
    else n.right = chain_insert(v, n.right, key, index, element, added);
    return trie_push(v, n);
}

static uint32_t any_leaf(const values *v, uint32_t at) {
    while (v->trie.data[at].bit != LEAF) at = v->trie.data[at].left;
    return at;
}

static uint32_t trie_insert(values *v, uint32_t at, uint64_t key, value index, value element,
                            bool *added) {
    if (!at) return chain_insert(v, 0, key, index, element, added);
    trie_node n = v->trie.data[at];
    uint64_t other = v->trie.data[any_leaf(v, at)].key;
    uint32_t bit = other == key ? LEAF : 63 - (uint32_t)__builtin_clzll(other ^ key);
    if (n.bit == LEAF && bit == LEAF) return chain_insert(v, at, key, index, element, added);
    if (n.bit == LEAF || (bit != LEAF && bit > n.bit)) {
        uint32_t leaf = chain_insert(v, 0, key, index, element, added);
        trie_node fork = {0, bit, leaf, at, {{0}, 0}, {{0}, 0}};
        if (key >> bit & 1) fork.left = at, fork.right = leaf;
        return trie_push(v, fork);
    }
    uint32_t *child = key >> n.bit & 1 ? &n.right : &n.left;
    *child = trie_insert(v, *child, key, index, element, added);
    return trie_push(v, n);
}

static value array_make(values *v, sort s, array_value a) {
    vec_push(&v->arrays, a);
    return (value){s, v->arrays.size - 1};
}

value array_const(values *v, sort s, value otherwise) {
    assert_debug(sort_kind_of(v->t, s) == SORT_ARRAY);
    assert_debug(otherwise.sort.id == sort_element(v->t, s).id);
    return array_make(v, s, (array_value){otherwise, 0, 0});
}

value array_select(values *v, value array, value index) {
    assert_debug(sort_kind_of(v->t, array.sort) == SORT_ARRAY);
    assert_debug(index.sort.id == sort_index(v->t, array.sort).id);
    array_value a = v->arrays.data[array.bits];
    uint32_t leaf = trie_find(v, a.root, value_hash(v, index), index);
    return leaf ? v->trie.data[leaf].element : a.otherwise;
}

value array_store(values *v, value array, value index, value element) {
    assert_debug(index.sort.id == sort_index(v->t, array.sort).id);
    assert_debug(element.sort.id == sort_element(v->t, array.sort).id);
    array_value a = v->arrays.data[array.bits];
    if (value_equal(v, array_select(v, array, index), element)) return array;
    bool added = false;
    a.root = trie_insert(v, a.root, value_hash(v, index), index, element, &added);
    a.count += added;
    return array_make(v, array.sort, a);
}

static void trie_list(const values *v, uint32_t at, value otherwise, array_entries *out) {
    u32_vec stack = {0};
    if (at) vec_push(&stack, at);
    while (stack.size) {
        trie_node n = v->trie.data[vec_pop(&stack)];
        if (n.right) vec_push(&stack, n.right);
        if (n.bit != LEAF) vec_push(&stack, n.left);
        else if (!value_equal((values *)v, n.element, otherwise))
            vec_push(out, ((array_entry){n.index, n.element}));
    }
    vec_release(&stack);
}

void array_list(const values *v, value array, array_entries *out) {
    assert_debug(sort_kind_of(v->t, array.sort) == SORT_ARRAY);
    array_value a = v->arrays.data[array.bits];
    trie_list(v, a.root, a.otherwise, out);
}

/* Do the leaves of a and b name every index there is? Then their defaults are invisible. */
static bool covers_all(const values *v, sort s, uint64_t leaves) {
    sort index = sort_index(v->t, s);
    uint32_t width = sort_width(v->t, index);
    if (sort_kind_of(v->t, index) == SORT_RM) return leaves >= 5;
    if (sort_is_fp(v->t, index)) /* one NaN of all its bits */
        return width <= 32 && leaves >= (1ull << width) - (1ull << sort_sb(v->t, index)) + 3;
    return width && width <= 32 && leaves >= 1ull << width;
}

static bool contains(values *v, value a, value b, uint64_t *missing) {
    array_value y = v->arrays.data[b.bits];
    u32_vec stack = {0};
    bool ok = true;
    if (y.root) vec_push(&stack, y.root);
    while (ok && stack.size) {
        trie_node n = v->trie.data[vec_pop(&stack)];
        if (n.right) vec_push(&stack, n.right);
        if (n.bit != LEAF) {
            vec_push(&stack, n.left);
            continue;
        }
        array_value x = v->arrays.data[a.bits];
        if (!trie_find(v, x.root, value_hash(v, n.index), n.index)) ++*missing;
        ok = value_equal(v, array_select(v, a, n.index), n.element);
    }
    vec_release(&stack);
    return ok;
}

static bool array_equal(values *v, value a, value b) {
    array_value x = v->arrays.data[a.bits], y = v->arrays.data[b.bits];
    bool defaults = value_equal(v, x.otherwise, y.otherwise);
    if (defaults && x.root == y.root) return true;
    uint64_t extra = 0, ignored = 0;
    if (!contains(v, a, b, &extra) || !contains(v, b, a, &ignored)) return false;
    return defaults || covers_all(v, a.sort, x.count + extra);
}

bool value_equal(values *v, value a, value b) {
    if (a.sort.id != b.sort.id) return false;
    if (a.bits == b.bits || !a.sort.id) return true;
    if (sort_is_inline(v->t, a.sort)) return false;
    switch (sort_kind_of(v->t, a.sort)) {
    case SORT_ARRAY: return array_equal(v, a, b);
    case SORT_INT:
    case SORT_REAL: return mpq_equal(value_get_number(v, a), value_get_number(v, b));
    default: return mpz_cmp(&v->wide.data[a.bits], &v->wide.data[b.bits]) == 0;
    }
}

/* ---- compaction: copy what is kept into a new pool, shared tries once ---- */

typedef struct {
    values *from, *to;
    map arrays, nodes;
} move;

static value move_value(move *m, value a);

/* Recursion is as deep as the trie: 64 branches, and collision chains, which words do not have. */
static uint32_t move_trie(move *m, uint32_t at) {
    if (!at) return 0;
    uint64_t done;
    if (map_get(&m->nodes, at, &done)) return (uint32_t)done;
    trie_node n = m->from->trie.data[at];
    n.left = move_trie(m, n.left);
    n.right = move_trie(m, n.right);
    if (n.bit == LEAF) {
        n.index = move_value(m, n.index);
        n.element = move_value(m, n.element);
    }
    uint32_t id = trie_push(m->to, n);
    map_set(&m->nodes, at, id);
    return id;
}

static value move_array(move *m, value a) {
    uint64_t done;
    if (map_get(&m->arrays, a.bits, &done)) return (value){a.sort, done};
    array_value x = m->from->arrays.data[a.bits];
    x.otherwise = move_value(m, x.otherwise);
    x.root = move_trie(m, x.root);
    value moved = array_make(m->to, a.sort, x);
    map_set(&m->arrays, a.bits, moved.bits);
    return moved;
}

static value move_value(move *m, value a) {
    if (!a.sort.id || sort_is_inline(m->from->t, a.sort)) return a;
    switch (sort_kind_of(m->from->t, a.sort)) {
    case SORT_ARRAY: return move_array(m, a);
    case SORT_INT:
    case SORT_REAL: return value_number(m->to, a.sort, value_get_number(m->from, a));
    default: return value_bits(m->to, a.sort, &m->from->wide.data[a.bits]);
    }
}

void values_compact(values *v, value *keep, uint32_t n) {
    values *fresh = values_new(v->t);
    move m = {v, fresh, {0}, {0}};
    for (uint32_t i = 0; i < n; i++) keep[i] = move_value(&m, keep[i]);
    map_release(&m.arrays);
    map_release(&m.nodes);
    values old = *v;
    *v = *fresh;
    *fresh = old;
    values_delete(fresh);
}
