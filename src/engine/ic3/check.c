/* The invariants of frames and obligations, checked in debug builds: a walk over all of them at the
 * joints of the main loop. */
#include "engine/ic3/ic3.h"
#include "base/time_limits.h"

#ifdef CINCH_CHECK

#include "base/fail.h"

enum { MOST_LEMMAS = 200 }; /* that are checked by queries */

static void check_sorted(const cube *c) {
    for (uint32_t i = 1; i < c->size; i++)
        require(c->lits[i - 1].id < c->lits[i].id, "the literals of a cube are not in order");
    for (uint32_t i = 0; i < c->size; i++)
        require(cube_has(c, c->lits[i]), "the signature of a cube lacks a literal");
}

/* Delta encoding: every live lemma once, at one location, none subsumed by another that holds as
 * high. */
static void check_frame(const ic3 *k, loc l) {
    assert_debug(l.id < k->p->locations.size);
    const u32_vec *live = &k->frames.data[l.id].live;
    for (uint32_t i = 0; i < live->size; i++) {
        const lemma *m = &k->lemmas.data[live->data[i]];
        require(!m->dead && same_loc(m->at, l) && m->level > 0,
                "a live lemma is dead or elsewhere");
        require(m->level == LEVEL_INFINITY || m->level <= k->frontier + 1,
                "a lemma is above the frontier");
        if (k->domain->subsumes == cube_subset) check_sorted(&m->cube);
        for (uint32_t j = 0; j < i; j++)
            require(live->data[j] != live->data[i], "a lemma is stored twice");
    }
    require(!same_loc(l, k->p->start) || !live->size, "a lemma at the start");
}

/* Every solver can find out about a live lemma: the log has an event of its level. */
static void check_log(const ic3 *k, loc l) {
    assert_debug(l.id < k->p->locations.size);
    const frame_sequence *f = &k->frames.data[l.id];
    bits told = {0};
    for (uint32_t i = 0; i < f->log.size; i++)
        if (k->lemmas.data[f->log.data[i].lemma].level == f->log.data[i].level)
            bits_add(&told, f->log.data[i].lemma);
    for (uint32_t i = 0; i < f->live.size; i++)
        require(bits_has(&told, f->live.data[i]), "a lemma that is not in the log");
    bits_release(&told);
}

static bool ordered(const ic3 *k, uint32_t a, uint32_t b) {
    const obligation *x = &k->obligations.data[a], *y = &k->obligations.data[b];
    return x->level != y->level ? x->level < y->level : x->key <= y->key;
}

static void check_queue(const ic3 *k) {
    for (uint32_t i = 0; i < k->queue.heap.size; i++) {
        const obligation *o = &k->obligations.data[k->queue.heap.data[i]];
        require(o->used && o->queued, "a queued obligation is not in use");
        require(o->level <= k->frontier, "an obligation is above the frontier");
        require(!i || ordered(k, k->queue.heap.data[(i - 1) / 2], k->queue.heap.data[i]),
                "the queue is no heap");
    }
    for (uint32_t i = 0; i < k->obligations.size; i++) {
        const obligation *o = &k->obligations.data[i];
        bool child = o->used && o->parent != NO_OBLIGATION;
        require(!child || k->obligations.data[o->parent].used,
                "the parent of an obligation is forgotten");
        require(!child || same_loc(k->arcs.data[o->arc].to, k->obligations.data[o->parent].at),
                "an arc leads elsewhere");
    }
}

/* F(level - 1) and the arc imply the lemma afterwards; with F_infinity relative to itself. */
static bool inductive_along(ic3 *k, const lemma *m, const arc *a) {
    if (!same_loc(a->from, k->p->start) && m->level == 1) return true; /* F(0, l) is false */
    uint32_t before = m->level == LEVEL_INFINITY ? m->level : m->level - 1;
    const frame_sequence *f = &k->frames.data[a->from.id];
    solver_set provers = solvers_take(k->t); /* this one checks */
    solver *z3 = solver_new(k->t, "z3", (solver_options){0}, NULL);
    substitution after = {0};
    if (!z3) return solvers_record(k->t, provers), true;
    budget little = time_limited(TIME_IC3_CHECK, *k->limits);
    solver_set_budget(z3, &little);
    solver_assert(z3, a->way.relation.formula);
    for (uint32_t i = 0; i < f->live.size; i++) {
        const lemma *x = &k->lemmas.data[f->live.data[i]];
        if (x->level >= before) solver_assert(z3, k->domain->clause(k, &x->cube));
    }
    for (uint32_t i = 0; i < f->facts.size; i++) solver_assert(z3, f->facts.data[i]);
    term clause = transition_apply(&a->way.relation, k->t, &after, k->domain->clause(k, &m->cube));
    solver_assert(z3, term_not(k->t, clause));
    bool refuted = solver_check(z3, 0, NULL) == ANSWER_SAT;
    solver_delete(z3);
    solvers_take(k->t);
    solvers_record(k->t, provers);
    subst_release(&after);
    return !refuted;
}

static void check_inductive(ic3 *k) {
    for (uint32_t i = 0; i < k->lemmas.size && k->lemmas.size <= MOST_LEMMAS; i++) {
        const lemma *m = &k->lemmas.data[i];
        const u32_vec *into = &k->into.data[m->at.id];
        for (uint32_t j = 0; !m->dead && j < into->size; j++)
            require(inductive_along(k, m, &k->arcs.data[into->data[j]]),
                    "a lemma is not inductive relative to its level");
    }
}

void ic3_check(ic3 *k, bool queries) {
    for (loc l = {0}; l.id < k->frames.size; l.id++) {
        check_frame(k, l);
        check_log(k, l);
    }
    check_queue(k);
    if (queries) check_inductive(k);
}

#endif
