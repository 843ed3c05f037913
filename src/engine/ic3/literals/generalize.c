/* Inductive generalization at a location with several incoming arcs (Sect. 5.1, 5.2): drop literals
 * while the cube is inductive along every arc; as the paper does it (multi.c, single.c), or
 * jointly. Jointly every accepted step was decided along all arcs for the same cube, so the negated
 * cube may stand in the premise of a loop arc (s->relative): Theorem 2 forbids that only where each
 * arc has a generalization of its own. */
#include "engine/ic3/literals/generalize.h"
#include "base/log.h"
#include "engine/ic3/literals/multi.h"
#include "engine/ic3/literals/single.h"

#include <stdlib.h>

static bool inductive_along(generalization *x, uint32_t arc_id, const cube *c) {
    vec_clear(&x->core);
    return lit_arc_query(x->s, arc_id, x->level - 1, c, NULL, &x->core, QUERY_GENERALIZE) ==
           ANSWER_UNSAT;
}

static bool is_inductive(generalization *x, const cube *c) {
    uint32_t failed;
    if (x->arc) return inductive_along(x, x->arc - 1, c);
    vec_clear(&x->core);
    return lit_inductive(x->s, x->at, x->level, c, &x->core, &failed, QUERY_GENERALIZE) ==
           ANSWER_UNSAT;
}

bool generalization_accept(generalization *x, const cube *c) {
    assert_debug(x->at.id < x->s->k.p->locations.size);
    assert_debug(x->level);
    if (!is_inductive(x, c)) return false;
    cube smaller =
        x->s->k.o->ic3_cores || x->arc ? cube_make(x->core.data, x->core.size) : cube_copy(c);
    x->s->n.dropped_core += c->size - smaller.size;
    cube_release(&x->g);
    x->g = smaller;
    return true;
}

/* ---- dropping ---- */

enum { RESISTED = 6 }; /* failures in a row after which the rest is taken to be needed */

typedef struct {
    term lit;
    uint64_t weight;
} weighted_literal;
typedef vec(weighted_literal) weighted_literals;

static int lighter(const void *a, const void *b) {
    const weighted_literal *x = a, *y = b;
    if (x->weight != y->weight) return x->weight < y->weight ? -1 : 1;
    return x->lit.id > y->lit.id ? -1
                                 : x->lit.id < y->lit.id; /* younger first: they come from deeper */
}

/* Literals that were in few lemmas go first, large ones before small ones. */
static void candidates(generalization *x, weighted_literals *out) {
    for (uint32_t i = 0; i < x->g.size; i++) {
        term lit = x->g.lits[i];
        uint64_t activity = x->s->k.o->ic3_activity ? map_find(&x->s->activity, lit.id, 0) : 0;
        uint64_t size = term_dag_size(x->s->k.t, lit);
        weighted_literal c = {lit, (activity << 20) + (1u << 20) - (size < 1000 ? size : 1000)};
        vec_push(out, c);
    }
    qsort(out->data, out->size, sizeof *out->data, lighter);
}

static bool drop(generalization *x, term lit) {
    uint32_t at;
    if (!cube_index(&x->g, lit, &at)) return true;
    cube smaller = cube_without(&x->g, at);
    bool ok = generalization_accept(x, &smaller);
    cube_release(&smaller);
    x->s->n.dropped_query += ok;
    return ok;
}

/* ---- ours: along all arcs at once, at the highest level where it holds ---- */

static void drop_all(generalization *x) {
    weighted_literals order = {0};
    uint32_t resisted = 0; /* in a row */
    candidates(x, &order);
    for (uint32_t i = 0; i < order.size && resisted < RESISTED && !x->s->k.stopped; i++)
        resisted = drop(x, order.data[i].lit) ? 0 : resisted + 1;
    vec_release(&order);
}

static void discard(generalization *x) {
    cube_release(&x->g);
    vec_release(&x->core);
}

cube lit_drop_literals(literals *s, loc l, uint32_t level, const cube *c) {
    assert_debug(l.id < s->k.p->locations.size);
    assert_debug(level);
    LOG("ic3cfa", "drop of %u literals at %u, level %u", c->size, l.id, level);
    generalization x = {.s = s, .at = l, .level = level, .g = cube_copy(c)};
    drop_all(&x);
    vec_release(&x.core);
    return x.g;
}

/* A weaker variant takes over where it holds as high as g does: at a low level nearly everything is
 * inductive, and what is weakened there too far is lost at the next (x <= 1, x <= 2, ...). */
static void choose(generalization *x, generalization *variant) {
    uint32_t level = lit_highest(x->s, x->at, variant->level, &variant->g);
    bool better = level > x->level || (level == x->level && !cube_equal(&variant->g, &x->g));
    if (better && !x->s->k.stopped) {
        cube swap = x->g;
        x->g = variant->g;
        variant->g = swap;
        x->level = level;
    }
    discard(variant);
}

static void weaken_all(generalization *x) {
    static void (*const ways[])(generalization *, term) = {lit_weaken_comparison,
                                                           lit_weaken_to_bits};
    cube lits = cube_copy(&x->g);
    for (uint32_t i = 0; i < lits.size && !x->s->k.stopped; i++)
        for (uint32_t w = 0; w < 2; w++) {
            uint32_t at;
            if (!cube_index(&x->g, lits.lits[i], &at)) break;
            generalization variant = {
                .s = x->s, .at = x->at, .level = x->level, .g = cube_copy(&x->g)};
            ways[w](&variant, lits.lits[i]);
            if (cube_equal(&variant.g, &x->g)) discard(&variant);
            else choose(x, &variant);
        }
    cube_release(&lits);
}

static void drop_literals(generalization *x) {
    cube g;
    switch (x->s->k.o->generalize) {
    case GENERALIZE_MULTI: g = generalize_multi(x->s, x->at, x->level, &x->g); break;
    case GENERALIZE_SINGLE: g = generalize_single(x->s, x->at, x->level, &x->g); break;
    default: drop_all(x); return;
    }
    cube_release(&x->g);
    x->g = g;
}

cube lit_generalize(literals *s, loc l, uint32_t *level, const cube *c, const term_vec *core) {
    assert_debug(l.id < s->k.p->locations.size);
    assert_debug(*level);
    LOG("ic3cfa", "generalize %u literals at %u, core %u", c->size, l.id, core->size);
    if (s->k.o->generalize == GENERALIZE_NONE) return cube_copy(c);
    cube start = s->k.o->ic3_cores ? cube_make(core->data, core->size) : cube_copy(c);
    s->n.dropped_core += c->size - start.size;
    if (s->k.o->ic3_interpolate) {
        cube between = lit_interpolated(s, l, *level, &start);
        cube_release(&start);
        start = between;
    }
    generalization x = {.s = s, .at = l, .g = start};
    x.level = lit_highest(s, l, *level, &x.g);
    drop_literals(&x);
    x.level = lit_highest(s, l, x.level, &x.g);
    if (s->k.o->ic3_weaken && x.level <= s->k.frontier)
        weaken_all(&x); /* what holds higher needs no help */
    *level = x.level;
    vec_release(&x.core);
    return x.g;
}
