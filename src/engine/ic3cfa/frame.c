/* Frame sequences, delta-encoded: a lemma is stored once, at the highest level where it holds. */
#include "engine/ic3cfa/internal.h"

#include "base/fail.h"

bool ic3_frame_blocks(ic3 *s, loc l, uint32_t level, const cube *c) {
    const frame_sequence *f = &s->frames.data[l];
    for (uint32_t i = 0; i < f->live.size; i++) {
        const frame_lemma *m = &s->lemmas.data[f->live.data[i]];
        if (m->level >= level && cube_subset(&m->cube, c)) return true;
    }
    return false;
}

static void retire(ic3 *s, frame_lemma *m) {
    m->dead = true;
    cube_release(&m->cube);
    s->n.lemmas_subsumed++;
}

static void subsume(ic3 *s, frame_sequence *f, uint32_t level, const cube *c) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->live.size; i++) {
        frame_lemma *m = &s->lemmas.data[f->live.data[i]];
        if (m->level <= level && cube_subset(c, &m->cube)) retire(s, m);
        else f->live.data[kept++] = f->live.data[i];
    }
    f->live.size = kept;
}

/* F(above + 1) ... F(level) became stronger. */
static void touch(ic3 *s, frame_sequence *f, uint32_t above, uint32_t level) {
    f->stamp++;
    uint32_t top = level == LEVEL_EVER ? s->top + 1 : level;
    if (f->changed.size <= top) vec_resize(&f->changed, top + 1);
    for (uint32_t i = above + 1; i <= top; i++) f->changed.data[i] = f->stamp;
}

static void announce(ic3 *s, frame_sequence *f, uint32_t lemma_id, uint32_t above, uint32_t level) {
    lemma_event e = {lemma_id, level};
    vec_push(&f->log, e);
    touch(s, f, above, level);
}

static void bump(ic3 *s, const cube *c) {
    for (uint32_t i = 0; i < c->size; i++)
        map_set(&s->activity, c->lits[i].id, map_find(&s->activity, c->lits[i].id, 0) + 1);
}

void ic3_frame_add(ic3 *s, loc l, uint32_t level, cube c) {
    assert(l != s->p->start && level > 0);
    frame_sequence *f = &s->frames.data[l];
    subsume(s, f, level, &c);
    bump(s, &c);
    frame_lemma m = {.cube = c, .level = level, .at = l};
    vec_push(&s->lemmas, m);
    vec_push(&f->live, s->lemmas.size - 1);
    announce(s, f, s->lemmas.size - 1, 0, level);
    s->n.lemmas_made++;
    ic3_frames_tidy(s, l);
}

/* Push the lemma as high as it goes now: it saves finding it again there. */
uint32_t ic3_highest(ic3 *s, loc l, uint32_t level, cube *c) {
    term_vec core = {0};
    uint32_t failed;
    while (level <= s->k && s->o->ic3_push_lemmas &&
           (vec_clear(&core), ic3_arcs_query(s, l, level + 1, c, &core, &failed, QUERY_PROPAGATE) == ANSWER_UNSAT)) {
        cube smaller = cube_make(core.data, core.size);
        if (s->o->ic3_cores) cube_release(c), *c = smaller;
        else cube_release(&smaller);
        level++;
    }
    if (s->o->ic3_ever && level == s->k + 1) {
        vec_clear(&core);
        if (ic3_arcs_query(s, l, LEVEL_EVER, c, NULL, NULL, QUERY_EVER) == ANSWER_UNSAT) level = LEVEL_EVER;
    }
    vec_release(&core);
    return level;
}

void ic3_frame_learn(ic3 *s, loc l, uint32_t level, cube c) {
    if (ic3_frame_blocks(s, l, level, &c)) cube_release(&c);
    else ic3_frame_add(s, l, level, c);
}

void ic3_frame_raise(ic3 *s, uint32_t lemma_id, uint32_t level) {
    frame_lemma *m = &s->lemmas.data[lemma_id];
    assert(!m->dead && m->level < level);
    uint32_t above = m->level;
    m->level = level;
    loc at = m->at;
    announce(s, &s->frames.data[at], lemma_id, above, level);
    s->n.lemmas_pushed++;
    ic3_frames_tidy(s, at);
}

/* The log's stale part is memory that no query needs: begin it anew, and with it the solvers that heard it. */
void ic3_frames_tidy(ic3 *s, loc l) {
    frame_sequence *f = &s->frames.data[l];
    if (f->log.size < 200 || f->log.size < 4 * f->live.size) return;
    vec_clear(&f->log);
    for (uint32_t i = 0; i < f->live.size; i++) {
        lemma_event e = {f->live.data[i], s->lemmas.data[f->live.data[i]].level};
        vec_push(&f->log, e);
    }
    for (uint32_t i = 0; i < s->out.data[l].size; i++) {
        arc *a = &s->arcs.data[s->out.data[l].data[i]];
        if (a->solver) solver_delete(a->solver), s->n.rebuilt++;
        a->solver = NULL;
    }
}

/* A fact joins every level at once. It is handed out with the invariant, which rests on it. */
void ic3_frames_listen(ic3 *s) {
    board_lemma known;
    while (board_next(&s->reader, s->t, &known)) {
        if (known.at >= s->frames.size || known.at == s->p->start) continue;
        vec_push(&s->frames.data[known.at].facts, known.formula);
        touch(s, &s->frames.data[known.at], 0, LEVEL_EVER);
        s->n.facts_read++;
    }
}

void ic3_frames_release(ic3 *s) {
    for (uint32_t i = 0; i < s->lemmas.size; i++) cube_release(&s->lemmas.data[i].cube);
    for (uint32_t i = 0; i < s->frames.size; i++) {
        vec_release(&s->frames.data[i].live);
        vec_release(&s->frames.data[i].log);
        vec_release(&s->frames.data[i].facts);
        vec_release(&s->frames.data[i].changed);
    }
    vec_release(&s->lemmas);
    vec_release(&s->frames);
}
