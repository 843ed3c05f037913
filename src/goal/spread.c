/* What a proof excludes beyond the goals that it was found for: goals that no segment from a state
 * of its invariant reaches without passing one of those. The body of a dead decision, its
 * conditions and their MC/DC halves are such goals, and whatever else hangs on the same invariant.
 *
 * A candidate is only a guess: the proof is written again with all of them and checked like any
 * other. */
#include "engine/common/unroll.h"
#include "base/log.h"
#include "evidence/stated.h"
#include "goal/question.h"

static const double query_seconds = 0.2, all_seconds = 3; /* of CPU */
static const double check_seconds = 15;                   /* by wall time: solvers of their own */

typedef struct {
    question *q;
    program *p; /* with the goals of the proof and the candidates, sliced */
    term_vec facts;
    solver *solver;
    unrolling u;
    bits found;
} spreading;

/* Facts about variables that the slice does not have are left out: the fewer are assumed, the fewer
 * goals are found. */
static void add_fact(spreading *x, loc at, term fact) {
    terms *t = x->p->terms;
    if (!fact.id) return;
    if (term_op(t, fact) == OP_AND) {
        for (uint32_t i = 0; i < term_arity(t, fact); i++) add_fact(x, at, term_arg(t, fact, i));
        return;
    }
    if (!stated_of_program(x->p, fact)) return;
    term *here = &x->facts.data[at.id];
    *here = here->id ? term_and(t, *here, fact) : fact;
}

/* The invariant at its cut points. */
static void find_facts(spreading *x) {
    const term_vec *invariant = &x->q->v.evidence.invariant;
    vec_resize(&x->facts, x->p->locations.size);
    for (loc l = {0}; l.id < x->p->locations.size; l.id++) {
        loc origin = x->p->locations.data[l.id].origin;
        if (origin.id < invariant->size) add_fact(x, l, invariant->data[origin.id]);
    }
}

/* A proof about what is near a goal says something about what belongs to it: the other goals of the
 * decision, and the body that begins a few lines on. Their conditions have records of their own.
 * One about all that a goal depends on may say something about all goals of the function. */
enum { BESIDE = 3 /* lines */, MORE_VARIABLES = 32 };

static uint32_t nearness(const question *q) { return q->near ? q->near + MORE_VARIABLES : 0; }

static bool is_asked(const spreading *x, const goal *a) {
    bits marks = {0};
    bool asked = false;
    goal_marks(&x->q->d->goals, a, &marks);
    for (uint32_t i = 0; !asked && i < x->q->d->goals.marks.size; i++)
        asked = bits_has(&marks, i) && bits_has(&x->q->marks, i);
    bits_release(&marks);
    return asked;
}

/* A step consists of many parts, and a proof about one seldom says anything about another: the
 * candidates are in the functions that the goals of the proof are in. */
static bool is_neighbour(const spreading *x, const goal *a, const goal *of) {
    if (a->function != of->function) return false;
    if (x->q->whole) return true;
    if (a->kind != GOAL_STATEMENT) return a->decision && a->decision == of->decision;
    return a->at.file == of->at.file && a->at.line >= of->at.line &&
           a->at.line <= of->at.end_line + BESIDE;
}

static void find_neighbours(spreading *x) {
    const goals *g = &x->q->d->goals;
    bits near = {0};
    for (uint32_t i = 0; i < g->items.size; i++) {
        if (!is_asked(x, &g->items.data[i])) continue;
        for (uint32_t k = 0; k < g->items.size; k++) {
            const goal *a = &g->items.data[k];
            if (is_neighbour(x, a, &g->items.data[i])) goal_marks(g, a, &near);
        }
    }
    for (uint32_t i = 0; i < g->marks.size; i++)
        if (bits_has(&x->found, i) && !bits_has(&near, i)) bits_remove(&x->found, i);
    bits_release(&near);
}

/* The program with these goals, without what none of them needs. */
static program *slice(const spreading *x, const bits *marks) {
    reduce_options how = {.stop_after = -1};
    reduction unused = {0};
    how.enabled[REDUCE_SLICE] = how.enabled[REDUCE_NEEDED] = true;
    program *whole = marked_with(&x->q->d->marked, marks);
    deadcode_stop(x->q->d, whole, &x->q->marks);
    cone_cut(&x->q->d->cone, whole, nearness(x->q));
    program *p = reduce_program(whole, &how, &x->q->d->v->limits, &unused);
    reduction_release(&unused);
    program_delete(whole);
    return p;
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
        uint32_t node = x->u.errors.data[i],
                 mark_id = marked_goal_at(x->p, x->u.nodes.data[node].at);
        if (mark_id == NO_MARK || bits_has(&reached, mark_id) || bits_has(&x->q->marks, mark_id))
            continue;
        if (clock_cpu() - start > all_seconds || !excluded(x, node)) bits_add(&reached, mark_id);
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
    deadcode_stop(q->d, p, &all);
    cone_cut(&q->d->cone, p, nearness(q));
    budget limits = budget_share(q->d->v->limits, check_seconds);
    bool good =
        certificate_write_proof(p, r->proof, r->k, &q->v.evidence.invariant, q->o->verify.title, e);
    if (good) certificate_check(&e->certificate, r->used, &limits, e);
    program_delete(p);
    bits_release(&all);
    return good && e->level != EVIDENCE_NONE;
}

static void conclude(spreading *x, evidence *e) {
    question *q = x->q;
    bits all = {0};
    bits_join(&all, &q->marks);
    bits_join(&all, &x->found);
    bits_clear(&q->marks);
    bits_join(&q->marks, &x->found);
    question_keep_proof(q, e, &all, nearness(q), true);
    bits_release(&all);
}

uint32_t question_spread(question *q) {
    LOG("goal", "spread a proof");
    deadcode *d = q->d;
    spreading x = {.q = q};
    evidence e;
    if (q->v.result.verdict != VERDICT_TRUE || q->v.within_limits || d->obstacle[0] ||
        q->v.result.ghosts.size)
        return 0;
    deadcode_remaining(d, &x.found);
    find_neighbours(&x);
    uint32_t n = bits_count(&x.found);
    if (n) {
        bits all = {0};
        bits_join(&all, &x.found);
        bits_join(&all, &q->marks);
        x.p = slice(&x, &all);
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
