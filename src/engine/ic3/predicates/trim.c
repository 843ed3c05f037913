/* Which of the facts that were known first does the proof need? They are hundreds where variables
 * are many, and whoever checks the certificate has to prove them all.
 *
 * From the lemmas back: each edge into a location must keep its lemmas (or not lead to the error);
 * the core names the facts before the edge that this takes, and for these the same is asked. Where
 * a query has no answer all facts stay. */
#include "engine/ic3/predicates/predicates.h"

#include "base/log.h"

enum { PERCENT = 10, LEAST_SECONDS = 1 }; /* of the time so far, of CPU */

typedef struct {
    loc at;
    uint32_t part;
} need;

typedef struct {
    ic3ia *e;
    uint32_t level; /* of the fixpoint: lemmas above it are the proof */
    budget limit;
    vec(term_vec) parts; /* by location: the facts */
    vec(u32_vec) needed; /* by location and part: 1 where it is */
    vec(need) queue;
    vec(solver *) solvers; /* by arrow */
} trimming;

static term lemmas_at(trimming *x, loc l) {
    ic3 *k = &x->e->k;
    const u32_vec *live = &k->frames.data[l.id].live;
    term_vec clauses = {0};
    for (uint32_t i = 0; i < live->size; i++) {
        const lemma *m = &k->lemmas.data[live->data[i]];
        if (m->level > x->level) vec_push(&clauses, clause_of(k, &m->cube));
    }
    term all = term_and_n(k->t, clauses.size, clauses.data);
    vec_release(&clauses);
    return all;
}

static solver *solver_at(trimming *x, uint32_t number) {
    arrow *a = &x->e->arrows.data[number];
    if (x->solvers.data[number]) return x->solvers.data[number];
    solver *s = x->solvers.data[number] = arrow_solver(x->e, a, &x->limit);
    if (!s) return NULL;
    if (!x->e->places.data[a->from.id].is_start) solver_assert(s, lemmas_at(x, a->from));
    return s;
}

static void mark(trimming *x, loc at, uint32_t part) {
    if (x->needed.data[at.id].data[part]) return;
    x->needed.data[at.id].data[part] = 1;
    need n = {at, part};
    vec_push(&x->queue, n);
}

/* Does the edge keep the goal? First with what is needed anyway, then with all, of which the core
 * becomes needed. */
static bool keeps(trimming *x, uint32_t number, term goal) {
    terms *t = x->e->k.t;
    arrow *a = &x->e->arrows.data[number];
    term_vec *parts = &x->parts.data[a->from.id], assumed = {0};
    term fails = term_not(t, subst_apply(&a->to_next, t, goal));
    solver *s = solver_at(x, number);
    bool kept = term_is_false(t, fails);
    for (int round = 0; s && round < 2 && !kept && !budget_over(&x->limit); round++) {
        vec_clear(&assumed);
        vec_push(&assumed, fails);
        for (uint32_t i = 0; i < parts->size; i++)
            if (round || x->needed.data[a->from.id].data[i]) vec_push(&assumed, parts->data[i]);
        kept = solver_check(s, assumed.size, assumed.data) == ANSWER_UNSAT;
        for (uint32_t i = 0; kept && round && i < parts->size; i++)
            if (solver_in_core(s, parts->data[i])) mark(x, a->from, i);
    }
    vec_release(&assumed);
    return kept;
}

static bool support(trimming *x, loc at, term goal) {
    bool good = true;
    for (uint32_t i = 0; good && i < x->e->k.into.data[at.id].size; i++)
        good = keeps(x, x->e->k.into.data[at.id].data[i], goal);
    return good;
}

static bool find_needed(trimming *x) {
    bool good = true;
    for (uint32_t i = 0; good && i < x->e->k.errors.size; i++)
        good = keeps(x, x->e->k.errors.data[i], term_false(x->e->k.t));
    for (loc l = {0}; good && l.id < x->e->places.size; l.id++)
        good = support(x, l, lemmas_at(x, l));
    for (uint32_t i = 0; good && i < x->queue.size; i++) {
        need n = x->queue.data[i];
        good = support(x, n.at, x->parts.data[n.at.id].data[n.part]);
    }
    return good;
}

static void take(trimming *x) {
    for (loc l = {0}; l.id < x->e->places.size; l.id++) {
        term_vec kept = {0};
        for (uint32_t i = 0; i < x->parts.data[l.id].size; i++)
            if (x->needed.data[l.id].data[i]) vec_push(&kept, x->parts.data[l.id].data[i]);
        if (x->parts.data[l.id].size)
            x->e->places.data[l.id].proven = term_and_n(x->e->k.t, kept.size, kept.data);
        vec_clear(&x->e->k.frames.data[l.id].facts);
        vec_release(&kept);
    }
}

static void release(trimming *x) {
    for (loc l = {0}; l.id < x->parts.size; l.id++) {
        vec_release(&x->parts.data[l.id]);
        vec_release(&x->needed.data[l.id]);
    }
    for (uint32_t i = 0; i < x->solvers.size; i++)
        if (x->solvers.data[i]) solver_delete(x->solvers.data[i]);
    vec_release(&x->parts);
    vec_release(&x->needed);
    vec_release(&x->queue);
    vec_release(&x->solvers);
}

void trim_facts(ic3ia *e, uint32_t level) {
    LOG("ic3ia", "trim facts at level %u", level);
    double seconds = (clock_cpu() - e->k.begun) * PERCENT / 100;
    trimming x = {
        .e = e,
        .level = level,
        .limit = budget_effort(*e->k.limits, seconds < LEAST_SECONDS ? LEAST_SECONDS : seconds)};
    vec_resize(&x.parts, e->places.size);
    vec_resize(&x.needed, e->places.size);
    vec_resize(&x.solvers, e->arrows.size);
    for (loc l = {0}; l.id < e->places.size; l.id++) {
        if (e->places.data[l.id].proven.id)
            term_conjuncts(e->k.t, e->places.data[l.id].proven, &x.parts.data[l.id]);
        vec_append(&x.parts.data[l.id], e->k.frames.data[l.id].facts.data,
                   e->k.frames.data[l.id].facts.size);
        vec_resize(&x.needed.data[l.id], x.parts.data[l.id].size);
    }
    if (find_needed(&x)) take(&x);
    release(&x);
}
