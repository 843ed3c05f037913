/* Consecution: an obligation is excluded by a lemma, or gets one before it. */
#include "base/log.h"
#include "engine/ic3/predicates/cti.h"

static ctigar *of(ic3 *k) { return ((ic3ia *)k)->strategy; }

/* Both cubes of a CTI at once: a literal and its negation never meet, as both hold in one state. */
static cube both(ic3ia *e, const cube *abstract, const cube *concrete) {
    term_vec literals = {0};
    map seen = {0};
    vec_append(&literals, abstract->lits, abstract->size);
    for (uint32_t i = 0; i < literals.size; i++) map_set(&seen, literals.data[i].id, 1);
    for (uint32_t i = 0; i < concrete->size; i++)
        if (!map_get(&seen, concrete->lits[i].id, NULL)) vec_push(&literals, concrete->lits[i]);
    cube c = cube_of(e, &literals);
    map_release(&seen);
    vec_release(&literals);
    return c;
}

void cti_queue(ctigar *g, uint32_t arc_id, const cube *target, uint32_t level, uint32_t parent) {
    assert_debug(arc_id < g->e->k.arcs.size);
    LOG("ctigar", "queue a predecessor along arc %u, level %u", arc_id, level);
    ic3 *k = &g->e->k;
    loc from = k->arcs.data[arc_id].from;
    cube abstract = {0};
    cti s = {0};
    uint32_t spurious = parent == NO_OBLIGATION ? 0 : g->ctis.data[parent].spurious;
    if (!same_loc(from, k->p->start)) s = cti_before(g, arc_id, target, spurious, &abstract);
    uint32_t id = obligation_new(k, level, from, abstract, parent, arc_id, 0);
    if (g->ctis.size <= id) vec_resize(&g->ctis, id + 1);
    g->ctis.data[id] = s;
    obligation_queue(k, id);
}

static void go_before(ctigar *g, uint32_t arc_id, const cube *target, uint32_t id) {
    cti_queue(g, arc_id, target, g->e->k.obligations.data[id].level - 1, id);
    obligation_queue(&g->e->k, id);
}

/* The concrete cube is inductive at its level and the abstract one is not: its lemma brings the
 * predicates that were missing. */
static void refine_consecution(ctigar *g, const obligation *o, const cube *c) {
    cube learnt = cube_learn(g->e, o->at, c, o->level);
    if (!g->e->k.stopped) predicates_from(g, o->at, learnt.lits, learnt.size);
}

/* The abstract cube of a CTI that did not lift is entered along `number`: is the concrete one, too?
 */
static void unlifted(ctigar *g, uint32_t id, uint32_t number) {
    ic3ia *e = g->e;
    const obligation o = e->k.obligations.data[id];
    cube c = both(e, &o.cube, &g->ctis.data[id].concrete);
    uint32_t real = cube_entry(e, o.at, &c, o.level);
    if (e->k.stopped) return;
    if (real != NO_ARC) return go_before(g, real, &c, id);
    g->consecution_failures++;
    if (refinement_due(g, g->ctis.data[id].spurious)) return refine_consecution(g, &o, &c);
    enum answer again =
        edge_query(e, &e->arrows.data[number], o.level - 1, &o.cube, NULL); /* for its model */
    if (again == ANSWER_SAT) go_before(g, number, &o.cube, id);
    else if (again == ANSWER_UNSAT) obligation_queue(&e->k, id);
}

void consecution(ic3 *k, uint32_t id) {
    ctigar *g = of(k);
    const obligation o = k->obligations.data[id];
    uint32_t number = cube_entry(g->e, o.at, &o.cube, o.level);
    if (k->stopped) return;
    if (number == NO_ARC) cube_learn(g->e, o.at, &o.cube, o.level);
    else if (g->ctis.data[id].lifted) go_before(g, number, &o.cube, id);
    else unlifted(g, id, number);
}
