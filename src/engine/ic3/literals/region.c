/* Lemmas that are inductive only together. What an outer loop keeps, its inner loop keeps too, but
 * neither can be shown without the other: a cube at the one, excluded alone, asks for a cube at the
 * other, and so on through all values of the inner counter. Here every location that leads in gets
 * a cube of its own, assumed to be excluded everywhere while each is checked. A state outside of
 * its location's cube that leads into another takes away the literals it does not satisfy
 * (Houdini's fixpoint, over locations). A state at the start that leads in ends the attempt. */
#include "engine/ic3/literals/infinity.h"

#include "base/log.h"

enum { PARTS = 8, QUERIES = 400 };

typedef struct {
    loc at;
    cube g;
    bool pending;
} region_cube;

typedef struct {
    literals *s;
    vec(region_cube) parts;
    uint32_t queries;
} cube_region;

static region_cube *find(cube_region *r, loc l) {
    for (uint32_t i = 0; i < r->parts.size; i++)
        if (same_loc(r->parts.data[i].at, l)) return &r->parts.data[i];
    return NULL;
}

static void add(cube_region *r, loc l, const cube *c) {
    region_cube x = {l, lit_vocabulary(r->s, l, c), true};
    vec_push(&r->parts, x);
}

static enum answer ask(cube_region *r, uint32_t arc_id, const region_cube *into, term_vec *core) {
    const region_cube *from = find(r, r->s->k.arcs.data[arc_id].from);
    r->queries++;
    return lit_arc_query(r->s, arc_id, LEVEL_INFINITY, &into->g, from ? &from->g : NULL, core,
                         QUERY_INFINITY);
}

/* The model's state before the arc leads into the cube at its end: the cube before it has to hold
 * the state. */
static bool give_way(cube_region *r, uint32_t arc_id, const cube *into) {
    literals *s = r->s;
    loc from = s->k.arcs.data[arc_id].from;
    region_cube *known = find(r, from);
    cube before;
    bool exact;
    if (same_loc(from, s->k.p->start)) return false;
    if (known) {
        known->pending = true;
        return lit_give_up(s, &known->g);
    }
    if (r->parts.size == PARTS || !lit_precube(s, arc_id, into, &before, &exact)) return false;
    add(r, from, &before);
    cube_release(&before);
    return true;
}

/* Nothing leads into part i along one arc any more. */
static bool shut(cube_region *r, uint32_t i, uint32_t arc_id) {
    for (;;) {
        enum answer a = ask(r, arc_id, &r->parts.data[i], NULL);
        if (a != ANSWER_SAT) return a == ANSWER_UNSAT;
        if (r->queries > QUERIES || r->s->k.stopped || !give_way(r, arc_id, &r->parts.data[i].g))
            return false;
    }
}

static uint32_t pending(const cube_region *r) {
    uint32_t i = 0;
    while (i < r->parts.size && !r->parts.data[i].pending) i++;
    return i;
}

static bool settle(cube_region *r) {
    for (uint32_t i; (i = pending(r)) < r->parts.size;) {
        const u32_vec *arcs = &r->s->k.into.data[r->parts.data[i].at.id];
        r->parts.data[i].pending = false;
        for (uint32_t k = 0; k < arcs->size; k++)
            if (!shut(r, i, arcs->data[k])) return false;
    }
    return true;
}

/* Literals that no arc into the part needs make its lemma stronger, and with it the premises of the
 * others. */
static void shrink(cube_region *r, region_cube *x) {
    const u32_vec *arcs = &r->s->k.into.data[x->at.id];
    term_vec core = {0};
    bool good = true;
    for (uint32_t k = 0; k < arcs->size && good; k++)
        good = ask(r, arcs->data[k], x, &core) == ANSWER_UNSAT;
    if (good) {
        cube_release(&x->g);
        x->g = cube_make(core.data, core.size);
    }
    vec_release(&core);
}

/* All before any query: only together they are inductive. */
static void learn(cube_region *r) {
    for (uint32_t i = 0; i < r->parts.size; i++)
        frames_learn(&r->s->k, r->parts.data[i].at, LEVEL_INFINITY, cube_copy(&r->parts.data[i].g));
    r->s->k.n.lemmas_inductive += r->parts.size;
    r->s->n.lemmas_region += r->parts.size;
    for (uint32_t i = 0; i < r->parts.size; i++) {
        const region_cube *x = &r->parts.data[i];
        frames_learn(&r->s->k, x->at, LEVEL_INFINITY,
                     lit_drop_literals(r->s, x->at, LEVEL_INFINITY, &x->g));
    }
}

bool lit_exclude_region(literals *s, loc l, const cube *c, bool *alone) {
    assert_debug(l.id < s->k.p->locations.size);
    LOG("ic3cfa", "exclude %u literals at %u with a region", c->size, l.id);
    cube_region r = {.s = s};
    add(&r, l, c);
    bool found = settle(&r);
    for (uint32_t i = 0; found && i < r.parts.size; i++) shrink(&r, &r.parts.data[i]);
    if (found) learn(&r);
    *alone = r.parts.size == 1;
    for (uint32_t i = 0; i < r.parts.size; i++) cube_release(&r.parts.data[i].g);
    vec_release(&r.parts);
    return found;
}
