/* Edge-wise generalization as papers 000 and 001 have it (Sect. 5.2, 5.3, 5.5): generalize along
 * the first arc, check the others, and where one fails generalize again along it, trying only what
 * was dropped. No negated cube in the premise (Theorem 2). The paper's edges have no choice. A path
 * through a large block is such an edge, and comes into being when a model takes it: the cube is
 * generalized along the paths met so far until the whole block admits no other. Along a path syntax
 * helps: literals that it assumes or that the frame knows (Theorem 5, don't-care literals), and
 * lemmas of the predecessor that lie within the pre-cube (Theorems 6, 7). */
#include "engine/ic3/literals/context.h"
#include "base/log.h"
#include "engine/ic3/literals/predecessor.h"
#include "engine/ic3/literals/single.h"

typedef struct {
    literals *s;
    uint32_t arc, level; /* level of the source */
    const path *path;    /* NULL: the arc as a whole */
    const cube *c;       /* what is to be generalized */
    const cube *only;    /* literals that may go */
    cube g;              /* inductive along the path */
    bool minimal;        /* every literal of g resisted, as a lower bound has to say */
} edgewise;

static bool is_inductive(edgewise *x, const cube *c) {
    enum answer a = x->path && x->path->alternatives.size
                        ? lit_path_query(x->s, x->arc, x->path, x->level, c)
                        : lit_arc_query(x->s, x->arc, x->level, c, NULL, NULL, QUERY_GENERALIZE);
    return a == ANSWER_UNSAT;
}

static void narrow(edgewise *x, cube to) {
    cube_release(&x->g);
    x->g = to;
}

/* ---- by syntax ---- */

/* The frame has the literal itself as a lemma. */
static bool frame_knows(const literals *s, loc from, uint32_t level, term lit) {
    assert_debug(from.id < s->k.p->locations.size);
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
        if (cube_has(x->only, x->g.lits[i]) &&
            (term_is_true(x->s->k.t, b) || terms_have(&x->path->guards, b) ||
             frame_knows(x->s, from, x->level, b)))
            x->s->n.dropped_static++;
        else vec_push(&rest, x->g.lits[i]);
    }
    narrow(x, cube_make(rest.data, rest.size));
    vec_release(&rest);
}

/* The literals whose preconditions make up a lemma of the predecessor; and, by Corollary 3, those
 * that may not go. */
static bool from_predecessor(edgewise *x) {
    if (!x->s->k.o->ic3_predecessor_cubes) return false;
    term_vec rest = {0};
    bool found = predecessor_blocks(x->s, x->arc, x->path, x->level, x->c, &rest);
    for (uint32_t i = 0; found && i < x->c->size; i++)
        if (!cube_has(x->only, x->c->lits[i])) vec_push(&rest, x->c->lits[i]);
    if (found) {
        narrow(x, cube_make(rest.data, rest.size));
        x->s->n.dropped_predecessor += x->c->size - x->g.size;
    }
    vec_release(&rest);
    return found;
}

/* ---- by queries ---- */

static void drop_each(edgewise *x) {
    for (uint32_t i = 0; i < x->g.size && !x->s->k.stopped;) {
        bool tried = cube_has(x->only, x->g.lits[i]);
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

static void along_path(edgewise *x) {
    drop_implied(x);
    drop_each(x);
}

static cube minus(const cube *a, const cube *b) {
    term_vec rest = {0};
    for (uint32_t i = 0; i < a->size; i++)
        if (!cube_has(b, a->lits[i])) vec_push(&rest, a->lits[i]);
    cube c = cube_make(rest.data, rest.size);
    vec_release(&rest);
    return c;
}

/* The path that leads into g; NULL: there is none, or an answer is missing (*stuck). A query that
 * wants its core is not answered by the cache, which has no model. */
static const path *path_into(const edgewise *x, const cube *g, bool *stuck) {
    literals *s = x->s;
    term_vec core = {0};
    enum answer a = lit_arc_query(s, x->arc, x->level, g, NULL, &core, QUERY_GENERALIZE);
    vec_release(&core);
    *stuck = a == ANSWER_UNKNOWN;
    if (a != ANSWER_SAT) return NULL;
    return way_of_model(&s->k.arcs.data[x->arc].way, s->k.p, lit_asked(s), s->pool);
}

/* g begins with what may not go and takes in what each path needs (Corollary 3). Every path adds a
 * literal: g was not inductive along it. */
static void along_paths(edgewise *x) {
    cube g = minus(x->c, x->only);
    bool stuck = false;
    for (const path *p; !x->s->k.stopped && (p = path_into(x, &g, &stuck));) {
        cube dropped = minus(x->c, &g);
        edgewise y = {x->s, x->arc, x->level, p, x->c, &dropped, cube_copy(x->c), true};
        if (from_predecessor(&y)) x->minimal = false;
        else along_path(&y);
        stuck = y.g.size <= g.size;
        x->s->n.paths++;
        cube_release(&dropped);
        cube_release(&g);
        g = y.g;
        if (stuck) break;
    }
    if (!stuck && !x->s->k.stopped) narrow(x, g);
    else cube_release(&g);
}

/* An earlier generalization of c along the arc is an upper bound of this one. */
static bool from_context(edgewise *x) {
    const cube *upper =
        x->s->k.o->ic3_caching ? contexts_upper(x->s, x->arc, x->level, x->c) : NULL;
    if (upper) narrow(x, cube_copy(upper));
    return upper != NULL;
}

/* What may go of x->g: all but the lower bound that an earlier generalization gives. */
static cube removable(const edgewise *x, bool all) {
    cube none = {0};
    const cube *lower =
        x->s->k.o->ic3_caching_lower ? contexts_lower(x->s, x->arc, x->level, x->c) : NULL;
    return minus(all ? &x->g : x->only, lower ? lower : &none);
}

/* Contexts come first, then lemmas of the predecessor, then queries (001, Sect. 3.2). */
static void along_arc(edgewise *x, bool all) {
    bool bounded = all && from_context(x);
    if (!bounded && x->path && from_predecessor(x)) return;
    const cube *c = x->c;
    cube may_go = removable(x, all), start = cube_copy(&x->g);
    x->c = &start;
    x->only = &may_go;
    x->minimal = true;
    if (x->path) along_path(x);
    else along_paths(x);
    if (x->s->contexts && all && x->minimal && !x->s->k.stopped)
        contexts_add(x->s, x->arc, x->level, c, &x->g);
    cube_release(&start);
    cube_release(&may_go);
}

/* Generalize c along one arc; only literals of `only` (NULL: all) may go. */
static cube along(literals *s, uint32_t arc_id, uint32_t level, const cube *c, const cube *only) {
    assert_debug(arc_id < s->k.arcs.size);
    arc *a = &s->k.arcs.data[arc_id];
    if (level == 0 &&
        !same_loc(a->from, s->k.p->start)) /* F(0, from) is false: nothing is needed */
        return only ? minus(c, only) : cube_make(NULL, 0);
    edgewise x = {.s = s,
                  .arc = arc_id,
                  .level = level,
                  .path = way_only(&a->way, s->k.p),
                  .c = c,
                  .only = only ? only : c,
                  .g = cube_copy(c)};
    along_arc(&x, !only);
    return x.g;
}

cube generalize_single(literals *s, loc l, uint32_t level, const cube *c) {
    assert_debug(l.id < s->k.p->locations.size);
    LOG("ic3cfa", "generalize over each arc into %u", l.id);
    const u32_vec *arcs = &s->k.into.data[l.id];
    uint32_t source = level == LEVEL_INFINITY ? level : level - 1;
    cube g = {0};
    for (uint32_t i = 0; i < arcs->size && !s->k.stopped; i++) {
        if (i == 0) {
            g = along(s, arcs->data[0], source, c, NULL);
        } else if (lit_arc_query(s, arcs->data[i], source, &g, NULL, NULL, QUERY_GENERALIZE) !=
                   ANSWER_UNSAT) {
            cube dropped = minus(c, &g);
            cube_release(&g);
            g = along(s, arcs->data[i], source, c, &dropped);
            cube_release(&dropped);
        }
    }
    if (!s->k.stopped) return g;
    cube_release(&g); /* an arc may not have been asked */
    return cube_copy(c);
}
