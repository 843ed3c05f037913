/* Weakening comparisons: an equation becomes one of its two inequations, and the constant of an
 * inequation moves as far as the cube stays inductive, over constants of the program (paper 003's
 * bound generalization, on words). Thresholds from the program rather than the very last constant:
 * the last one at this level is rarely right at the next. */
#include "engine/ic3/literals/generalize.h"
#include "base/log.h"
#include "engine/ic3/literals/order.h"

#include <stdlib.h>

enum { BITS_KEPT = 3 };

static bool replace(generalization *x, term lit, term by) {
    uint32_t at;
    if (!cube_index(&x->g, lit, &at) || term_is_const(x->s->k.t, by)) return false;
    cube weaker = cube_replace(&x->g, at, by);
    bool ok = generalization_accept(x, &weaker);
    cube_release(&weaker);
    x->s->n.weakened += ok;
    return ok;
}

/* ---- equations ---- */

static term weaken_equation(generalization *x, term lit) {
    static const enum op orders[] = {OP_BVSLE, OP_BVULE};
    terms *t = x->s->k.t;
    if (term_op(t, lit) != OP_EQ || !sort_is_bv(t, term_sort(t, term_arg(t, lit, 0)))) return lit;
    term a = term_arg(t, lit, 0), b = term_arg(t, lit, 1);
    if (term_width(t, a) == 1) return lit;
    for (uint32_t i = 0; i < 4; i++) {
        term by = i & 1 ? term_2(t, orders[i / 2], b, a) : term_2(t, orders[i / 2], a, b);
        if (replace(x, lit, by)) return by;
    }
    return lit;
}

/* ---- bounds ---- */

typedef struct {
    order order;
    uint32_t width;
    bool upper; /* the bound is the high side */
    uint64_t bound;
} bounded;

static bool read_bound(const terms *t, term lit, bounded *b) {
    if (!order_read(t, lit, &b->order)) return false;
    b->width = term_width(t, b->order.low);
    b->upper = term_get_u64(t, b->order.high, &b->bound);
    return b->width <= 64 && (b->upper || term_get_u64(t, b->order.low, &b->bound));
}

static term with_bound(terms *t, const bounded *b, uint64_t bound) {
    order o = b->order;
    *(b->upper ? &o.high : &o.low) = term_bv(t, b->width, bound);
    return order_make(t, &o);
}

/* Order of constants as the comparison sees them. */
static uint64_t rank(const bounded *b, uint64_t v) {
    return b->order.is_signed ? v ^ (1ull << (b->width - 1)) : v;
}

typedef struct {
    uint64_t rank, value;
} threshold;
typedef vec(threshold) threshold_vec;

static int by_rank(const void *a, const void *b) {
    uint64_t x = ((const threshold *)a)->rank, y = ((const threshold *)b)->rank;
    return (x > y) - (x < y);
}

/* Program constants beyond the bound, the nearest first. */
static void thresholds(const literals *s, const bounded *b, threshold_vec *out) {
    uint64_t mask = b->width == 64 ? UINT64_MAX : (1ull << b->width) - 1, mine = rank(b, b->bound);
    for (uint32_t i = 0; i < s->constants.size; i++) {
        uint64_t v = s->constants.data[i] & mask, r = rank(b, v);
        if (b->upper ? r <= mine : r >= mine) continue;
        threshold x = {b->upper ? r : ~r, v};
        vec_push(out, x);
    }
    qsort(out->data, out->size, sizeof *out->data, by_rank);
}

/* The farther the bound the harder to keep off: binary search. */
static void weaken_bound(generalization *x, term lit) {
    bounded b;
    if (!read_bound(x->s->k.t, lit, &b)) return;
    threshold_vec list = {0};
    thresholds(x->s, &b, &list);
    uint32_t low = 0, high = list.size;
    while (low < high && !x->s->k.stopped) {
        uint32_t middle = (low + high) / 2;
        term by = with_bound(x->s->k.t, &b, list.data[middle].value);
        if (replace(x, lit, by)) lit = by, low = middle + 1;
        else high = middle;
    }
    vec_release(&list);
}

void lit_weaken_comparison(generalization *x, term lit) {
    assert_debug(term_is_bool(x->s->k.t, lit));
    LOG("ic3cfa", "weaken literal %u", lit.id);
    weaken_bound(x, weaken_equation(x, lit));
}

/* ---- bits ---- */

static void bits_of(terms *t, term a, uint64_t number, term_vec *out) {
    for (uint32_t i = 0; i < term_width(t, a); i++) {
        term bit = term_eq(t, term_extract(t, i, i, a), term_bv(t, 1, number >> i & 1));
        if (!term_is_true(t, bit)) vec_push(out, bit);
    }
}

static bool constant_side(const terms *t, term lit, term *side, uint64_t *number) {
    if (term_op(t, lit) != OP_EQ || !sort_is_bv(t, term_sort(t, term_arg(t, lit, 0)))) return false;
    term a = term_arg(t, lit, 0), b = term_arg(t, lit, 1);
    bool right = term_get_u64(t, b, number);
    *side = right ? a : b;
    return (right || term_get_u64(t, a, number)) && term_width(t, a) > 1 && term_width(t, a) <= 64;
}

static void drop_bits(generalization *x, const term_vec *parts) {
    for (uint32_t i = parts->size; i-- > 0 && !x->s->k.stopped;) {
        uint32_t at;
        if (!cube_index(&x->g, parts->data[i], &at)) continue;
        cube smaller = cube_without(&x->g, at);
        generalization_accept(x, &smaller);
        cube_release(&smaller);
    }
}

void lit_weaken_to_bits(generalization *x, term lit) {
    assert_debug(term_is_bool(x->s->k.t, lit));
    LOG("ic3cfa", "weaken literal %u to bits", lit.id);
    terms *t = x->s->k.t;
    term side;
    uint64_t number;
    uint32_t at;
    if (!constant_side(t, lit, &side, &number) || !cube_index(&x->g, lit, &at)) return;
    term_vec parts = {0};
    bits_of(t, side, number, &parts);
    uint32_t width = parts.size;
    for (uint32_t i = 0; i < x->g.size; i++)
        if (i != at) vec_push(&parts, x->g.lits[i]);
    cube wide = cube_make(parts.data, parts.size);
    parts.size = width;
    cube before = cube_copy(&x->g);
    if (generalization_accept(x, &wide)) drop_bits(x, &parts);
    if (x->g.size > before.size + BITS_KEPT) { /* no part of the word: the word says it shorter */
        cube_release(&x->g);
        x->g = cube_copy(&before);
    }
    x->s->n.weakened += !cube_equal(&x->g, &before);
    cube_release(&before);
    cube_release(&wide);
    vec_release(&parts);
}

/* ---- constants of the program ---- */

static void collect(literals *s, term a, map *seen) {
    uint64_t v;
    if (!map_add(seen, a.id)) return;
    if (sort_is_bv(s->k.t, term_sort(s->k.t, a)) && term_get_u64(s->k.t, a, &v) &&
        s->constants.size < 4000)
        for (int d = -1; d <= 1; d++) vec_push(&s->constants, v + (uint64_t)d);
    for (uint32_t i = 0; i < term_arity(s->k.t, a); i++) collect(s, term_arg(s->k.t, a, i), seen);
}

void lit_constants_collect(literals *s) {
    map seen = {0};
    for (uint32_t i = 0; i < s->k.arcs.size; i++) {
        const transition *r = &s->k.arcs.data[i].way.relation;
        collect(s, r->formula, &seen);
        for (uint32_t k = 0; k < r->next.size; k++) collect(s, r->next.data[k], &seen);
    }
    map_release(&seen);
    qsort(s->constants.data, s->constants.size, sizeof(uint64_t), u64_compare);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->constants.size; i++)
        if (!kept || s->constants.data[kept - 1] != s->constants.data[i])
            s->constants.data[kept++] = s->constants.data[i];
    s->constants.size = kept;
}
