/* Frame sequences, delta-encoded: a lemma is stored once, at the highest level where it holds. */
#include "base/log.h"
#include "engine/ic3/ic3.h"

bool frames_block(const ic3 *k, loc l, uint32_t level, const cube *c) {
    assert_debug(l.id < k->frames.size);
    const frame_sequence *f = &k->frames.data[l.id];
    for (uint32_t i = 0; i < f->live.size; i++) {
        const lemma *m = &k->lemmas.data[f->live.data[i]];
        if (m->level >= level && k->domain->subsumes(&m->cube, c)) return true;
    }
    return false;
}

static void retire(ic3 *k, lemma *m) {
    m->dead = true;
    if (k->domain->release) k->domain->release(&m->cube);
    k->n.lemmas_subsumed++;
}

static void drop_subsumed(ic3 *k, frame_sequence *f, uint32_t level, const cube *c) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->live.size; i++) {
        lemma *m = &k->lemmas.data[f->live.data[i]];
        if (m->level <= level && k->domain->subsumes(c, &m->cube)) retire(k, m);
        else f->live.data[kept++] = f->live.data[i];
    }
    f->live.size = kept;
}

/* F(above + 1) ... F(level) became stronger. */
static void touch(ic3 *k, frame_sequence *f, uint32_t above, uint32_t level) {
    f->stamp++;
    uint32_t top = level == LEVEL_INFINITY ? k->frontier + 1 : level;
    if (f->changed.size <= top) vec_resize(&f->changed, top + 1);
    for (uint32_t i = above + 1; i <= top; i++) f->changed.data[i] = f->stamp;
}

/* The log's stale part is memory that no query needs: begin it again, and with it the solvers that
 * heard it. */
static void tidy(ic3 *k, loc l) {
    assert_debug(l.id < k->p->locations.size);
    frame_sequence *f = &k->frames.data[l.id];
    if (!k->domain->restart || f->log.size < 200 || f->log.size < 4 * f->live.size) return;
    vec_clear(&f->log);
    for (uint32_t i = 0; i < f->live.size; i++) {
        lemma_event e = {f->live.data[i], k->lemmas.data[f->live.data[i]].level};
        vec_push(&f->log, e);
    }
    for (uint32_t i = 0; i < k->out.data[l.id].size; i++)
        k->domain->restart(k, k->out.data[l.id].data[i]);
}

static void announce(ic3 *k, uint32_t id, uint32_t above) {
    const lemma *m = &k->lemmas.data[id];
    frame_sequence *f = &k->frames.data[m->at.id];
    lemma_event e = {id, m->level};
    vec_push(&f->log, e);
    touch(k, f, above, m->level);
    tidy(k, m->at);
}

void frames_add(ic3 *k, loc l, uint32_t level, cube c) {
    assert_debug(level);
    assert(!same_loc(l, k->p->start) && level > 0);
    frame_sequence *f = &k->frames.data[l.id];
    LOG(k->domain->name, "lemma %u: level %u, location %u, %u literals", k->lemmas.size, level,
        l.id, c.size);
    drop_subsumed(k, f, level, &c);
    vec_push(&k->lemmas, ((lemma){.cube = c, .level = level, .at = l}));
    vec_push(&f->live, k->lemmas.size - 1);
    k->n.lemmas_made++;
    if (k->domain->added) k->domain->added(k, &c);
    announce(k, k->lemmas.size - 1, 0);
}

void frames_learn(ic3 *k, loc l, uint32_t level, cube c) {
    assert_debug(l.id < k->frames.size);
    assert_debug(level);
    if (!frames_block(k, l, level, &c)) frames_add(k, l, level, c);
    else if (k->domain->release) k->domain->release(&c);
}

static void frames_raise(ic3 *k, uint32_t id, uint32_t level) {
    assert_debug(id < k->lemmas.size);
    LOG(k->domain->name, "lemma %u rises to level %u", id, level);
    lemma *m = &k->lemmas.data[id];
    assert(!m->dead && m->level < level);
    uint32_t above = m->level;
    m->level = level;
    k->n.lemmas_pushed++;
    announce(k, id, above);
}

/* A fact joins every level at once. It is handed out with the invariant, which rests on it; what
 * joins together is inductive together with the facts before. */
static void frames_know(ic3 *k, loc l, term fact) {
    assert_debug(term_is_bool(k->t, fact));
    LOG(k->domain->name, "fact %u at %u", fact.id, l.id);
    if (l.id >= k->frames.size || same_loc(l, k->p->start)) return;
    vec_push(&k->frames.data[l.id].facts, fact);
    touch(k, &k->frames.data[l.id], 0, LEVEL_INFINITY);
    k->n.facts_known++;
}

static void read_board(ic3 *k) {
    board_lemma known;
    if (!k->o->ic3_facts) return;
    while (board_next(&k->board.reader, k->t, &known)) frames_know(k, known.at, known.formula);
}

/* Whoever reads has to carry what is posted, so an engine that finds very much keeps it for itself.
 */
enum { MOST_POSTED = 100 };

void frames_post(ic3 *k, uint32_t n, const board_lemma *l) {
    LOG(k->domain->name, "post %u lemmas", n);
    k->board.posted += n;
    k->board.mute |=
        n && (k->board.posted > MOST_POSTED || !board_post_as(&k->board.reader, k->t, n, l));
}

/* What joined F_infinity since the last time: inductive together with what was posted and read
 * before. */
void frames_exchange(ic3 *k) {
    vec(board_lemma) news = {0};
    read_board(k);
    for (; k->board.offered < k->lemmas.size; k->board.offered++) {
        const lemma *m = &k->lemmas.data[k->board.offered];
        if (!m->dead && m->level == LEVEL_INFINITY && !k->board.mute)
            vec_push(&news, ((board_lemma){m->at, k->domain->clause(k, &m->cube)}));
    }
    if (!k->board.mute) frames_post(k, news.size, news.data);
    vec_release(&news);
}

/* ---- propagation ---- */

/* F(level) at the arc's source is what it was when the lemma last failed there: it would fail
 * again. */
static bool still_fails(const ic3 *k, const lemma *m) {
    if (!m->failed_stamp || m->failed_level != m->level) return false;
    const frame_sequence *f = &k->frames.data[k->arcs.data[m->failed_arc].from.id];
    return m->level >= f->changed.size || f->changed.data[m->level] < m->failed_stamp;
}

static void failed_along(ic3 *k, lemma *m, uint32_t level, uint32_t arc_id) {
    assert_debug(arc_id < k->arcs.size);
    if (!k->wants.remember_failures) return;
    m->failed_arc = arc_id;
    m->failed_level = level;
    m->failed_stamp = k->frames.data[k->arcs.data[arc_id].from.id].stamp + 1;
}

static void propagate_lemma(ic3 *k, uint32_t id, uint32_t level) {
    cube weaker = {0};
    uint32_t failed = 0;
    loc at = k->lemmas.data[id].at;
    enum answer a = k->domain->propagate(k, id, level, &weaker, &failed);
    if (a != ANSWER_UNSAT) failed_along(k, &k->lemmas.data[id], level, failed);
    else if (weaker.lits) frames_add(k, at, level + 1, weaker);
    else frames_raise(k, id, level + 1);
}

/* Try every lemma of this level at the next. True: none is left at any location, F(level) = F(level
 * + 1). */
static bool propagate_level(ic3 *k, uint32_t level) {
    bool empty = true;
    for (loc l = {0}; l.id < k->frames.size; l.id++) {
        const u32_vec *live = &k->frames.data[l.id].live;
        u32_vec todo = {0};
        for (uint32_t i = 0; i < live->size; i++)
            if (k->lemmas.data[live->data[i]].level == level) vec_push(&todo, live->data[i]);
        for (uint32_t i = 0; i < todo.size && !ic3_out_of_budget(k); i++) {
            const lemma *m = &k->lemmas.data[todo.data[i]];
            if (!m->dead && !still_fails(k, m)) propagate_lemma(k, todo.data[i], level);
            m = &k->lemmas.data[todo.data[i]];
            empty &= m->dead || m->level > level;
        }
        vec_release(&todo);
    }
    return empty && !k->stopped;
}

uint32_t frames_propagate(ic3 *k) {
    LOG(k->domain->name, "propagate, frontier %u", k->frontier);
    for (uint32_t level = 1; level <= k->frontier && !k->stopped; level++)
        if (propagate_level(k, level)) return level;
    return 0;
}

/* ---- the invariant ---- */

void frames_invariant(ic3 *k, uint32_t level) {
    for (loc l = {0}; l.id < k->frames.size; l.id++) {
        const frame_sequence *f = &k->frames.data[l.id];
        term_vec parts = {0};
        bool never = ic3_is_bad(k, l) || !bits_has(&k->reached, l.id);
        if (never) vec_push(&parts, term_false(k->t));
        for (uint32_t i = 0; i < f->live.size; i++) {
            const lemma *m = &k->lemmas.data[f->live.data[i]];
            if (m->level > level) vec_push(&parts, k->domain->clause(k, &m->cube));
        }
        vec_append(&parts, f->facts.data, f->facts.size);
        vec_push(&k->result->invariant, term_and_n(k->t, parts.size, parts.data));
        vec_release(&parts);
    }
}

void frames_release(ic3 *k) {
    for (uint32_t i = 0; i < k->lemmas.size && k->domain->release; i++)
        k->domain->release(&k->lemmas.data[i].cube);
    for (uint32_t i = 0; i < k->frames.size; i++) {
        vec_release(&k->frames.data[i].live);
        vec_release(&k->frames.data[i].log);
        vec_release(&k->frames.data[i].facts);
        vec_release(&k->frames.data[i].changed);
    }
    vec_release(&k->lemmas);
    vec_release(&k->frames);
}
