/* What a proof excludes beyond the goals that it was found for: goals that no segment from a state
 * of its invariant reaches without passing one of those. The body of a dead decision, its
 * conditions and their MC/DC halves are such goals, and whatever else hangs on the same invariant.
 *
 * A candidate is only a guess: the proof is written again with all of them and checked like any
 * other. */
#include "engine/common/unroll.h"
#include "goal/question.h"

#include <string.h>

static const double query_seconds = 0.2, all_seconds = 3; /* of CPU */

typedef struct {
    question *q;
    program *p; /* with the goals of the proof and all that are open */
    term_vec facts;
    solver *solver;
    unrolling u;
    bits found;
} spreading;

static void add_fact(spreading *x, loc at, term fact) {
    terms *t = x->p->terms;
    if (!fact.id) return;
    if (x->facts.size <= at.id) vec_resize(&x->facts, x->p->locations.size);
    term *here = &x->facts.data[at.id];
    *here = here->id ? term_and(t, *here, fact) : fact;
}

/* The invariant at its cut points, and that none of the goals of the proof is passed. */
static void find_facts(spreading *x) {
    const marked *m = &x->q->d->marked;
    const term_vec *invariant = &x->q->v.evidence.invariant;
    vec_resize(&x->facts, x->p->locations.size);
    for (loc l = {0}; l.id < invariant->size; l.id++) add_fact(x, l, invariant->data[l.id]);
    for (uint32_t i = 0; i < m->points.size; i++)
        if (bits_has(&x->q->marks, m->points.data[i].mark))
            add_fact(x, m->points.data[i].at, term_not(x->p->terms, m->points.data[i].when));
}

/* A run begins at the start or is in the middle of one, at a loop head. */
static void begin_anywhere(spreading *x) {
    unroll_start_anywhere(&x->u);
    if (!bits_has(&x->u.stops, x->p->start.id))
        unroll_start(&x->u, x->p->start, term_true(x->p->terms));
}

static bool excluded(spreading *x, uint32_t node) {
    budget limits = budget_effort(x->q->d->v->limits, query_seconds);
    solver_set_budget(x->solver, &limits);
    return solver_check(x->solver, 1, &x->u.nodes.data[node].reach) == ANSWER_UNSAT;
}

/* A mark may stand at several places: all of them must be excluded. */
static void ask_all(spreading *x) {
    double start = clock_cpu();
    bits reached = {0};
    for (uint32_t i = 0; i < x->u.errors.size; i++) {
        uint32_t node = x->u.errors.data[i], mark_ = marked_goal_at(x->p, x->u.nodes.data[node].at);
        if (mark_ == NO_MARK || bits_has(&reached, mark_) || bits_has(&x->q->marks, mark_))
            continue;
        if (clock_cpu() - start > all_seconds || !excluded(x, node)) bits_add(&reached, mark_);
    }
    for (uint32_t i = 0; i < x->q->d->goals.marks.size; i++)
        if (bits_has(&x->found, i) && bits_has(&reached, i)) bits_remove(&x->found, i);
    bits_release(&reached);
}

/* The open goals that the proof seems to exclude. */
static void find_candidates(spreading *x) {
    const char *why;
    budget limits = budget_effort(x->q->d->v->limits, all_seconds);
    x->solver = solver_new(x->p->terms, x->q->o->verify.engine.solver, (solver_options){0}, &why);
    if (!x->solver) {
        bits_clear(&x->found);
        return;
    }
    solver_set_budget(x->solver, &limits);
    unroll_init(&x->u, x->p, x->solver);
    x->u.assumed = &x->facts;
    begin_anywhere(x);
    if (unroll_advance(&x->u, &limits)) ask_all(x);
    else bits_clear(&x->found);
    unroll_release(&x->u);
    solver_delete(x->solver);
}

/* The same proof, of these goals as well. */
static bool check_again(spreading *x, evidence *e) {
    question *q = x->q;
    const engine_result *r = &q->v.result;
    bits all = {0};
    bits_join(&all, &q->marks);
    bits_join(&all, &x->found);
    program *p = marked_with(&q->d->marked, &all);
    budget limits = budget_effort(q->d->v->limits, 2 * all_seconds);
    bool good =
        certificate_write_proof(p, r->proof, r->k, &q->v.evidence.invariant, q->o->verify.title, e);
    if (good) certificate_check(&e->certificate, r->solver, &limits, e);
    program_delete(p);
    bits_release(&all);
    return good && e->level != EVIDENCE_NONE;
}

static void conclude(spreading *x, evidence *e) {
    question *q = x->q;
    bits_clear(&q->marks);
    bits_join(&q->marks, &x->found);
    question_keep_proof(q, e);
}

uint32_t question_spread(question *q) {
    deadcode *d = q->d;
    spreading x = {.q = q};
    evidence e;
    if (q->v.result.verdict != VERDICT_TRUE || q->v.within_limits || d->obstacle[0] ||
        q->v.result.ghosts.size)
        return 0;
    deadcode_remaining(d, &x.found);
    uint32_t n = bits_count(&x.found);
    if (n) {
        bits all = {0};
        bits_join(&all, &x.found);
        bits_join(&all, &q->marks);
        x.p = marked_with(&d->marked, &all);
        find_facts(&x);
        find_candidates(&x);
        n = bits_count(&x.found);
        program_delete(x.p);
        bits_release(&all);
    }
    if (n) {
        evidence_init(&e, d->v->terms);
        if (check_again(&x, &e)) conclude(&x, &e);
        else n = 0;
        evidence_release(&e);
    }
    vec_release(&x.facts);
    bits_release(&x.found);
    return n;
}
