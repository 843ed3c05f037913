/* Consecution: the CTI on top of the stack is blocked, or gets one before it. */
#include "engine/ctigar/ctigar_internal.h"

/* Both cubes of a CTI at once: a literal and its negation never meet, as both hold in one state. */
static cube both(ic3ia *e, const cti *s) {
    term_vec literals = {0};
    map seen = {0};
    vec_append(&literals, s->abstract.literals, s->abstract.size);
    for (uint32_t i = 0; i < literals.size; i++) map_set(&seen, literals.data[i].id, 1);
    for (uint32_t i = 0; i < s->concrete.size; i++)
        if (!map_get(&seen, s->concrete.literals[i].id, NULL)) vec_push(&literals, s->concrete.literals[i]);
    cube c = cube_of(e, &literals);
    map_release(&seen);
    vec_release(&literals);
    return c;
}

/* The edges from the start along the stack, with its abstract cubes. */
static bool arrived(ctigar *g, uint32_t first) {
    u32_vec path = {0};
    vec_cube cubes = {0};
    cube start = {0};
    vec_push(&path, first);
    vec_push(&cubes, start);
    for (uint32_t i = g->stack.size; i-- > 0;) {
        vec_push(&path, g->stack.data[i].arrow);
        vec_push(&cubes, g->stack.data[i].abstract);
    }
    concretize_path(g->e, &path, &cubes);
    vec_release(&path);
    vec_release(&cubes);
    return false;
}

/* After SAT along the edge for `target`: one more CTI, or the start. */
static bool go_before(ctigar *g, uint32_t number, const cube *target, const cti *after) {
    arrow *a = &g->e->arrows.data[number];
    if (g->e->places.data[a->from].is_start) return arrived(g, number);
    cti s = cti_before(g, number, target, after->level - 1, after->spurious);
    vec_push(&g->stack, s);
    return true;
}

/* The concrete cube is inductive at its level and the abstract one is not: its lemma brings the predicates that were missing. */
static void refine_consecution(ctigar *g, const cti *s, const cube *c) {
    ic3ia *e = g->e;
    lemma learnt = cube_learn(e, s->at, c, s->level);
    if (e->stop) return;
    predicates_from(g, s->at, learnt.c.literals, learnt.c.size);
    g->stack.size--;
}

/* The abstract cube of a CTI that did not lift is entered along `number`: is the concrete one, too? */
static bool unlifted(ctigar *g, const cti *s, uint32_t number) {
    ic3ia *e = g->e;
    cube c = both(e, s);
    uint32_t real = cube_entry(e, s->at, &c, s->level);
    if (e->stop) return true;
    if (real != UINT32_MAX) return go_before(g, real, &c, s);
    g->consecution_failures++;
    if (refinement_due(g, s->spurious)) {
        refine_consecution(g, s, &c);
        return true;
    }
    enum answer again = edge_query(e, &e->arrows.data[number], s->level - 1, &s->abstract, NULL); /* for its model */
    return again == ANSWER_SAT ? go_before(g, number, &s->abstract, s) : true;
}

bool consecution(ctigar *g) {
    ic3ia *e = g->e;
    cti s = vec_last(&g->stack);
    if (frame_blocks(e, s.at, &s.abstract, s.level)) {
        g->stack.size--;
        return true;
    }
    uint32_t number = cube_entry(e, s.at, &s.abstract, s.level);
    if (e->stop) return true;
    if (number != UINT32_MAX) return s.lifted ? go_before(g, number, &s.abstract, &s) : unlifted(g, &s, number);
    cube_learn(e, s.at, &s.abstract, s.level);
    g->stack.size--;
    return true;
}
