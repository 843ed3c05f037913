/* Boolean structure: not, and, or.
 *
 * Normal form: negations stand on atoms only (variables, comparisons, Bool equations and ites). The
 * negation of a conjunction is the disjunction of the negated parts and the other way round; pairs
 * are remembered, so negating is linear in the DAG and done once. Conjunctions hold no
 * conjunctions, except long ones (see FLAT). */
#include "term/term_internal.h"

#include <stdlib.h>

/* Longer operands are not flattened into a new term, so that a conjunction built step by step stays
 * linear. */
enum { FLAT = 256 };

static bool negation_known(const terms *t, term a, term *out) {
    uint64_t id;
    if (a.id == t->truth.id) return *out = t->falsity, true;
    if (a.id == t->falsity.id) return *out = t->truth, true;
    if (is_op(t, a, OP_NOT)) return *out = arg_of(t, a, 0), true;
    if (!is_op(t, a, OP_AND) && !is_op(t, a, OP_OR)) return false;
    if (!map_get(&t->negation, a.id, &id)) return false;
    return *out = (term){(uint32_t)id}, true;
}

/* not a, where the negations of all parts of a are known or a is an atom. */
static term negate_one(terms *t, term a) {
    term x;
    if (negation_known(t, a, &x)) return x;
    if (!is_op(t, a, OP_AND) && !is_op(t, a, OP_OR)) return make_1(t, OP_NOT, t->bool_sort, a);
    term_vec *v = scratch_take(t);
    for (uint32_t i = 0; i < arity_of(t, a); i++) vec_push(v, negate_one(t, arg_of(t, a, i)));
    term r = build_and_or(t, is_op(t, a, OP_AND) ? OP_OR : OP_AND, v->size, v->data);
    scratch_give(t);
    map_set(&t->negation, a.id, r.id);
    if (is_op(t, r, OP_AND) || is_op(t, r, OP_OR)) map_set(&t->negation, r.id, a.id);
    return r;
}

static bool push_unnegated(terms *t, term a, term_vec *stack) {
    term ignored;
    uint32_t before = stack->size;
    for (uint32_t i = 0; i < arity_of(t, a); i++) {
        term x = arg_of(t, a, i);
        bool composed = is_op(t, x, OP_AND) || is_op(t, x, OP_OR);
        if (composed && !negation_known(t, x, &ignored)) vec_push(stack, x);
    }
    return stack->size > before;
}

term build_not(terms *t, term a) {
    assert_debug(term_is_bool(t, a));
    term x;
    if (negation_known(t, a, &x)) return x;
    if (!is_op(t, a, OP_AND) && !is_op(t, a, OP_OR)) return make_1(t, OP_NOT, t->bool_sort, a);
    term_vec *stack = scratch_take(t);
    vec_push(stack, a);
    while (stack->size) {
        term top = vec_last(stack);
        if (!negation_known(t, top, &x) && push_unnegated(t, top, stack)) continue;
        stack->size--;
        negate_one(t, top);
    }
    scratch_give(t);
    return negate_one(t, a);
}

/* ---- and, or ---- */

/* Literals of one atom are neighbours. */
static uint64_t literal_key(const terms *t, term a) {
    return is_op(t, a, OP_NOT) ? (uint64_t)arg_of(t, a, 0).id << 1 | 1 : (uint64_t)a.id << 1;
}

typedef struct {
    uint64_t key;
    term a;
} keyed;

static int by_key(const void *x, const void *y) {
    uint64_t a = ((const keyed *)x)->key, b = ((const keyed *)y)->key;
    return a < b ? -1 : a > b;
}

static void sort_literals(const terms *t, term_vec *v) {
    bool sorted = true;
    for (uint32_t i = 1; sorted && i < v->size; i++)
        sorted = literal_key(t, v->data[i - 1]) <= literal_key(t, v->data[i]);
    if (sorted) return;
    keyed few[32], *k = v->size <= 32 ? few : mem_alloc(v->size * sizeof *k);
    for (uint32_t i = 0; i < v->size; i++) k[i] = (keyed){literal_key(t, v->data[i]), v->data[i]};
    qsort(k, v->size, sizeof *k, by_key);
    for (uint32_t i = 0; i < v->size; i++) v->data[i] = k[i].a;
    if (k != few) mem_free(k);
}

static void flatten(const terms *t, enum op op, uint32_t n, const term *args, term_vec *out) {
    for (uint32_t i = 0; i < n; i++) {
        if (is_op(t, args[i], op) && arity_of(t, args[i]) <= FLAT) args_append(t, args[i], out);
        else vec_push(out, args[i]);
    }
}

/* Drop duplicates and neutral parts of the sorted literals; false: a part or a complementary pair
 * decides. */
static bool merge(const terms *t, term neutral, term deciding, term_vec *v) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->size; i++) {
        term a = v->data[i];
        if (same(a, deciding)) return false;
        if (same(a, neutral) || (n && same(v->data[n - 1], a))) continue;
        if (n && is_op(t, a, OP_NOT) && same(arg_of(t, a, 0), v->data[n - 1])) return false;
        v->data[n++] = a;
    }
    v->size = n;
    return true;
}

/* ---- absorption ---- */

/* Only short terms are looked through: what this saves must not cost more. */
enum { ABSORB = 32 };

static bool holds_literal(const terms *t, const term_vec *v, term a) {
    uint64_t key = literal_key(t, a);
    uint32_t low = 0, high = v->size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (literal_key(t, v->data[middle]) < key) low = middle + 1;
        else high = middle;
    }
    return low < v->size && same(v->data[low], a);
}

/* The complement of a literal if it exists as a term: a search makes no new ones. */
static bool holds_complement(const terms *t, const term_vec *v, term a) {
    if (is_op(t, a, OP_NOT)) return holds_literal(t, v, arg_of(t, a, 0));
    uint64_t key = (uint64_t)a.id << 1 | 1;
    uint32_t low = 0, high = v->size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (literal_key(t, v->data[middle]) < key) low = middle + 1;
        else high = middle;
    }
    return low < v->size && literal_key(t, v->data[low]) == key;
}

/* a and (a or b) is a; a and (not a or b) is a and b: what is left of part x beside the literals v.
 * None: nothing. */
static term absorbed(terms *t, enum op op, const term_vec *v, term x) {
    enum op dual = op == OP_AND ? OP_OR : OP_AND;
    uint32_t n = arity_of(t, x), kept = 0;
    if (!is_op(t, x, dual) || n > ABSORB) return x;
    for (uint32_t i = 0; i < n; i++)
        if (holds_literal(t, v, arg_of(t, x, i))) return (term){0};
    for (uint32_t i = 0; i < n; i++) kept += !holds_complement(t, v, arg_of(t, x, i));
    if (kept == n) return x;
    term_vec *rest = scratch_take(t);
    for (uint32_t i = 0; i < n; i++)
        if (!holds_complement(t, v, arg_of(t, x, i))) vec_push(rest, arg_of(t, x, i));
    term r = build_and_or(t, dual, rest->size, rest->data);
    scratch_give(t);
    return r;
}

/* True where a part changed; then `out` is the whole, built again. */
static bool absorb(terms *t, enum op op, const term_vec *v, term *out) {
    bool changed = false;
    if (v->size > ABSORB) return false;
    term_vec *parts = scratch_take(t);
    for (uint32_t i = 0; i < v->size; i++) {
        term x = absorbed(t, op, v, v->data[i]);
        changed |= !same(x, v->data[i]);
        if (x.id) vec_push(parts, x);
    }
    if (changed) *out = build_and_or(t, op, parts->size, parts->data);
    scratch_give(t);
    return changed;
}

term build_and_or(terms *t, enum op op, uint32_t n, const term *args) {
    assert_debug(terms_are_there(t, n, args));
    assert_debug(op == OP_AND || op == OP_OR);
    term neutral = op == OP_AND ? t->truth : t->falsity,
         deciding = op == OP_AND ? t->falsity : t->truth;
    term_vec *v = scratch_take(t);
    flatten(t, op, n, args, v);
    sort_literals(t, v);
    bool open = merge(t, neutral, deciding, v);
    term r;
    if (!open) r = deciding;
    else if (v->size <= 1) r = v->size ? v->data[0] : neutral;
    else if (!absorb(t, op, v, &r)) r = make(t, op, t->bool_sort, v->size, v->data);
    scratch_give(t);
    return r;
}
