#include "engine/ic3/literals/predecessor.h"

#include "base/log.h"

/* The smallest such lemma: it leaves the smallest cube. */
static const cube *lemma_within(const literals *s, loc from, uint32_t level, const term_vec *pre) {
    const frame_sequence *f = &s->k.frames.data[from.id];
    cube all = cube_make(pre->data, pre->size);
    const cube *best = NULL;
    for (uint32_t i = 0; i < f->live.size; i++) {
        const lemma *m = &s->k.lemmas.data[f->live.data[i]];
        if (m->level >= level && (!best || m->cube.size < best->size) &&
            cube_subset(&m->cube, &all))
            best = &m->cube;
    }
    cube_release(&all);
    return best;
}

bool predecessor_blocks(literals *s, uint32_t a, const path *way_taken, uint32_t level,
                        const cube *c, term_vec *needed) {
    assert_debug(a < s->k.arcs.size);
    assert_debug(way_taken && c);
    term_vec pre = {0};
    vec_append(&pre, way_taken->guards.data, way_taken->guards.size);
    uint32_t guards = pre.size;
    for (uint32_t i = 0; i < c->size; i++) vec_push(&pre, lit_arc_before(s, way_taken, c->lits[i]));
    const cube *known = lemma_within(s, s->k.arcs.data[a].from, level, &pre);
    for (uint32_t i = 0; known && needed && i < c->size; i++)
        if (cube_has(known, pre.data[guards + i]) &&
            !terms_have(&way_taken->guards, pre.data[guards + i]))
            vec_push(needed, c->lits[i]);
    if (known) LOG("ic3cfa", "a lemma of %u literals answers for arc %u", known->size, a);
    vec_release(&pre);
    return known != NULL;
}
