/* Frames: lemmas by location, each the complement of a box, up to its level. */
#include "engine/icpic3/internal.h"

bool boxes_block(const icpic3 *s, loc l, uint32_t level, const box *c) {
    const frames_of *f = &s->frames.data[l];
    for (uint32_t i = 0; i < f->live.size; i++) {
        const box_lemma *m = &s->lemmas.data[f->live.data[i]];
        if (m->level >= level && box_within(c, &m->box)) return true;
    }
    return false;
}

static void tell(icpic3 *s, uint32_t lemma) {
    const box_lemma *m = &s->lemmas.data[lemma];
    vec_push(&s->frames.data[m->at].log, ((lemma_event){lemma, m->level}));
}

static void drop_subsumed(icpic3 *s, const box_lemma *by) {
    u32_vec *live = &s->frames.data[by->at].live;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < live->size; i++) {
        box_lemma *m = &s->lemmas.data[live->data[i]];
        if (m->level <= by->level && box_within(&m->box, &by->box)) m->dead = true;
        else live->data[kept++] = live->data[i];
    }
    live->size = kept;
}

void boxes_add(icpic3 *s, loc l, uint32_t level, box *c) {
    box_lemma m = {*c, level, l, false};
    memset(c, 0, sizeof *c);
    drop_subsumed(s, &m);
    vec_push(&s->lemmas, m);
    vec_push(&s->frames.data[l].live, s->lemmas.size - 1);
    tell(s, s->lemmas.size - 1);
    s->n.lemmas_made++;
    s->n.lemmas_ever += level == LEVEL_EVER;
}

void boxes_raise(icpic3 *s, uint32_t lemma, uint32_t level) {
    s->lemmas.data[lemma].level = level;
    s->n.pushed++;
    tell(s, lemma);
}

bool boxes_propagate(icpic3 *s, uint32_t level) {
    bool all = true;
    for (uint32_t i = 0; i < s->lemmas.size && !s->stopped; i++) {
        if (s->lemmas.data[i].dead || s->lemmas.data[i].level != level) continue;
        uint32_t failed;
        box c = {0};
        box_copy(&c, &s->lemmas.data[i].box);
        if (box_arcs_query(s, s->lemmas.data[i].at, level + 1, &c, false, NULL, &failed, MAY) == ANSWER_UNSAT) boxes_raise(s, i, level + 1);
        else all = false;
        vec_release(&c);
        if (budget_over(s->limits)) icpic3_stop(s, budget_reason(s->limits));
    }
    return all && !s->stopped;
}
