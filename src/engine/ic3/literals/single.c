/* Edge-wise generalization as papers 000 and 001 have it (Sect. 5.2, 5.3, 5.5): generalize along
 * the first arc, check the others, and where one fails generalize anew along it, trying only what
 * was dropped. No negated cube in the premise (Theorem 2). On choice-free arcs syntax helps:
 * literals that the arc assumes or that the frame knows (Theorem 5, don't-care literals), and
 * lemmas of the predecessor that lie within the pre-cube (Theorems 6, 7). */
#include "engine/ic3/literals/context.h"
#include "engine/ic3/literals/single.h"

typedef struct {
    literals *s;
    uint32_t arc, level; /* level of the source */
    const path *path;    /* NULL: the arc has choices */
    const cube *c;       /* what is to be generalized */
    cube g;              /* inductive along the arc */
} edgewise;

static bool is_inductive(edgewise *x, const cube *c) {
    return lit_arc_query(x->s, x->arc, x->level, c, NULL, NULL, QUERY_GENERALIZE) == ANSWER_UNSAT;
}

static void narrow(edgewise *x, cube to) {
    cube_release(&x->g);
    x->g = to;
}

/* ---- by syntax ---- */

static bool among(const term_vec *list, term a) {
    for (uint32_t i = 0; i < list->size; i++)
        if (same(list->data[i], a)) return true;
    return false;
}

/* The frame has the literal itself as a lemma. */
static bool frame_knows(const literals *s, loc from, uint32_t level, term lit) {
    term negated = term_not(s->k.t, lit);
    cube unit = cube_make(&negated, 1);
    bool known = false;
    const frame_sequence *f = &s->k.frames.data[from.id];
    for (uint32_t i = 0; i < f->live.size && !known; i++) {
        const lemma *m = &s->k.lemmas.data[f->live.data[i]];
        known = m->level >= level && cube_equal(&m->cube, &unit);
    }
    cube_release(&unit);
    return known;
}

static term before(edgewise *x, term lit) { return lit_arc_before(x->s, x->path, lit); }

/* Theorem 5 and don't-care literals: such a literal holds after the arc anyway. */
static void drop_implied(edgewise *x) {
    term_vec rest = {0};
    loc from = x->s->k.arcs.data[x->arc].from;
    for (uint32_t i = 0; i < x->g.size; i++) {
        term b = before(x, x->g.lits[i]);
        if (term_is_true(x->s->k.t, b) || among(&x->path->guards, b) ||
            frame_knows(x->s, from, x->level, b))
            x->s->n.dropped_static++;
        else vec_push(&rest, x->g.lits[i]);
    }
    narrow(x, cube_make(rest.data, rest.size));
    vec_release(&rest);
}

static bool within(const cube *lemma_cube, const term_vec *pre, uint64_t signature) {
    if (lemma_cube->signature & ~signature) return false;
    for (uint32_t i = 0; i < lemma_cube->size; i++)
        if (!among(pre, lemma_cube->lits[i])) return false;
    return true;
}

static const cube *lemma_within(edgewise *x, const term_vec *pre) {
    literals *s = x->s;
    const frame_sequence *f = &s->k.frames.data[s->k.arcs.data[x->arc].from.id];
    cube all = cube_make(pre->data, pre->size);
    const cube *best = NULL;
    for (uint32_t i = 0; i < f->live.size; i++) {
        const lemma *m = &s->k.lemmas.data[f->live.data[i]];
        if (m->level >= x->level && (!best || m->cube.size < best->size) &&
            within(&m->cube, pre, all.signature))
            best = &m->cube;
    }
    cube_release(&all);
    return best;
}

/* Theorems 6 and 7: the literals whose preconditions make up a lemma of the predecessor. */
static bool from_predecessor(edgewise *x) {
    term_vec pre = {0}, rest = {0};
    vec_append(&pre, x->path->guards.data, x->path->guards.size);
    uint32_t guards = pre.size;
    for (uint32_t i = 0; i < x->c->size; i++) vec_push(&pre, before(x, x->c->lits[i]));
    const cube *known = lemma_within(x, &pre);
    for (uint32_t i = 0; known && i < x->c->size; i++) {
        term b = pre.data[guards + i];
        if (cube_has(known, b) && !among(&x->path->guards, b)) vec_push(&rest, x->c->lits[i]);
    }
    if (known) {
        x->s->n.dropped_static += x->c->size - rest.size;
        narrow(x, cube_make(rest.data, rest.size));
    }
    vec_release(&pre);
    vec_release(&rest);
    return known != NULL;
}

/* ---- by queries ---- */

static void drop_each(edgewise *x, const cube *only, const cube *resisted) {
    for (uint32_t i = 0; i < x->g.size && !x->s->k.stopped;) {
        term lit = x->g.lits[i];
        bool tried = (!only || cube_has(only, lit)) && !(resisted && cube_has(resisted, lit));
        cube smaller = tried ? cube_without(&x->g, i) : (cube){0};
        if (tried && is_inductive(x, &smaller)) {
            narrow(x, smaller);
            x->s->n.dropped_query++;
        } else {
            if (tried) cube_release(&smaller);
            i++;
        }
    }
}

/* Generalize c along one arc; only literals of `only` (NULL: all) may go. */
static cube along(literals *s, uint32_t arc_, uint32_t level, const cube *c, const cube *only) {
    arc *a = &s->k.arcs.data[arc_];
    edgewise x = {s, arc_, level, way_only(&a->way, s->k.p), c, cube_copy(c)};
    if (level == 0 &&
        !same_loc(a->from, s->k.p->start)) { /* F(0, from) is false: nothing is needed */
        if (!only) narrow(&x, cube_make(NULL, 0));
        else drop_each(&x, only, NULL);
        return x.g;
    }
    bool done = !only && x.path && s->k.o->ic3_predecessor_cubes && from_predecessor(&x);
    const cube *upper =
        !only && !done && s->k.o->ic3_caching ? contexts_upper(s, arc_, level, c) : NULL;
    if (upper) narrow(&x, cube_copy(upper));
    if (!done && !only && x.path) drop_implied(&x);
    const cube *lower = s->k.o->ic3_caching_lower ? contexts_lower(s, arc_, level, c) : NULL;
    cube resisted = lower ? cube_copy(lower) : (cube){0};
    if (!done) drop_each(&x, only, lower ? &resisted : NULL);
    cube_release(&resisted);
    if (s->k.o->ic3_caching && !only && !done) contexts_add(s, arc_, level, c, &x.g);
    return x.g;
}

static cube minus(const cube *a, const cube *b) {
    term_vec rest = {0};
    for (uint32_t i = 0; i < a->size; i++)
        if (!cube_has(b, a->lits[i])) vec_push(&rest, a->lits[i]);
    cube c = cube_make(rest.data, rest.size);
    vec_release(&rest);
    return c;
}

cube generalize_single(literals *s, loc l, uint32_t level, const cube *c) {
    const u32_vec *arcs = &s->k.into.data[l.id];
    cube g = {0};
    for (uint32_t i = 0; i < arcs->size && !s->k.stopped; i++) {
        if (i == 0) {
            g = along(s, arcs->data[0], level - 1, c, NULL);
        } else if (lit_arc_query(s, arcs->data[i], level - 1, &g, NULL, NULL, QUERY_GENERALIZE) !=
                   ANSWER_UNSAT) {
            cube dropped = minus(c, &g);
            cube_release(&g);
            g = along(s, arcs->data[i], level - 1, c, &dropped);
            cube_release(&dropped);
        }
    }
    if (!s->k.stopped) return g;
    cube_release(&g); /* an arc may not have been asked */
    return cube_copy(c);
}
