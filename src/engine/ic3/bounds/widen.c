/* Widening of boxes that F_infinity excludes. A refutation moves a bound no further than the step
 * at hand allows: states at the edge of the largest numbers would be excluded one by one. So a
 * bound is moved to constants of the program, the farthest first, and then half way to the first
 * that was too far, as long as the box is inductive. */
#include "engine/ic3/bounds/bounds.h"

#include "base/log.h"

enum { CONSTANTS = 8, HALVES = 6, MOST_BOUNDS = 4 };

static void add_constant(icpic3 *s, map *seen, term c) {
    if (map_get(seen, c.id, NULL)) return;
    map_set(seen, c.id, 1);
    vec_push(&s->constants, c);
}

static void constants_of(icpic3 *s, term a, term_walk *visited, map *seen) {
    walk_add(visited, a);
    for (term x; walk_next(visited, &x);) {
        if (term_is_const(s->k.t, x)) {
            enum sort_kind k = sort_kind_of(s->k.t, term_sort(s->k.t, x));
            bool word = k == SORT_FP || k == SORT_BV;
            if (k == SORT_INT || k == SORT_REAL ||
                (word && sort_width(s->k.t, term_sort(s->k.t, x)) <= 64))
                add_constant(s, seen, x);
            continue;
        }
        walk_below(visited, s->k.t, x);
    }
}

static void add_numbers(icpic3 *s, map *seen, long n) {
    mpq_t at;
    mpq_init(at);
    for (int sign = -1; sign <= 1; sign += 2) {
        mpq_set_si(at, sign * n, 1);
        add_constant(s, seen, term_number(s->k.t, sort_int(s->k.t), at));
        add_constant(s, seen, term_number(s->k.t, sort_real(s->k.t), at));
    }
    mpq_clear(at);
}

void constants_collect(icpic3 *s) {
    term_walk visited = {0};
    map seen = {0};
    sort f = sort_fp(s->k.t, 11, 53);
    const double usual[] = {0, 1, 10, 100, 1e3, 1e6, 1e9};
    for (uint32_t i = 0; i < s->k.arcs.size; i++) {
        const transition *r = &s->k.arcs.data[i].way.relation;
        constants_of(s, r->formula, &visited, &seen);
        for (uint32_t k = 0; k < r->next.size; k++)
            constants_of(s, r->next.data[k], &visited, &seen);
    }
    for (uint32_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        add_constant(s, &seen, term_fp_double(s->k.t, f, usual[i]));
        add_constant(s, &seen, term_fp_double(s->k.t, f, -usual[i]));
        add_constant(s, &seen, term_bv(s->k.t, 64, (uint64_t)(int64_t)usual[i]));
        add_numbers(s, &seen, (long)usual[i]);
    }
    walk_release(&visited);
    map_release(&seen);
}

/* Values that are weaker than the bound's, the weakest first; of many some are left out. */
static void candidates(icpic3 *s, box_literal l, u64_vec *out) {
    sort of = term_sort(s->k.t, s->k.p->variables.data[l.var].var);
    for (uint32_t i = 0; i < s->constants.size; i++) {
        uint64_t at;
        if (!bound_at(s->k.t, of, l.at.channel, s->constants.data[i], &at) ||
            !bound_weaker(l.at.channel, at, l.at.value))
            continue;
        uint32_t k = out->size;
        while (k && bound_weaker(l.at.channel, at, out->data[k - 1])) k--;
        if (k && out->data[k - 1] == at) continue;
        vec_push(out, at);
        memmove(out->data + k + 1, out->data + k, (out->size - 1 - k) * sizeof *out->data);
        out->data[k] = at;
    }
    if (out->size <= CONSTANTS) return;
    for (uint32_t i = 0; i < CONSTANTS; i++) out->data[i] = out->data[i * out->size / CONSTANTS];
    out->size = CONSTANTS;
}

/* The box with another value there, if it is inductive. */
static bool move(icpic3 *s, loc l, uint32_t level, box *c, uint32_t i, uint64_t to) {
    assert_debug(l.id < s->k.p->locations.size);
    box moved = {0};
    box_copy(&moved, c);
    moved.data[i].at.value = to;
    bool good = box_again(s, l, level, false, &moved) && moved.size <= c->size;
    if (good) {
        vec_release(c);
        *c = moved;
        s->n.widened++;
    } else vec_release(&moved);
    return good;
}

static void widen_bound(icpic3 *s, loc l, uint32_t level, box *c, uint32_t i) {
    assert_debug(l.id < s->k.p->locations.size);
    u64_vec to = {0};
    uint32_t var = c->data[i].var, k = 0;
    uint8_t channel = c->data[i].at.channel;
    candidates(s, c->data[i], &to);
    uint64_t failed = 0;
    bool moved = false, some = false;
    for (; k < to.size && !moved && !s->k.stopped; k++) {
        moved = move(s, l, level, c, i, to.data[k]);
        if (!moved) failed = to.data[k], some = true;
    }
    for (uint32_t h = 0; some && h < HALVES && i < c->size && !s->k.stopped; h++) {
        box_literal now = c->data[i];
        if (now.var != var || now.at.channel != channel ||
            !bound_weaker(channel, failed, now.at.value))
            break;
        uint64_t middle = bound_between(channel, now.at.value, failed);
        if (middle == now.at.value) break;
        if (!move(s, l, level, c, i, middle)) failed = middle;
    }
    vec_release(&to);
}

void box_widen(icpic3 *s, loc l, uint32_t level, box *c) {
    assert_debug(l.id < s->k.p->locations.size);
    assert_debug(level);
    LOG("icpic3", "widen %u bounds at %u", c->size, l.id);
    for (uint32_t i = 0; i < c->size && c->size <= MOST_BOUNDS && !s->k.stopped; i++)
        if (c->data[i].at.channel >= CH_LO && c->data[i].at.channel <= CH_SHI)
            widen_bound(s, l, level, c, i);
}
