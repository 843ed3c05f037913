/* Bounded search for runs to all goals that are left, in one unrolling: each answer covers what its
 * run passes, and the solver keeps what it learnt for the next. */
#include "engine/common/unroll.h"
#include "base/log.h"
#include "goal/question.h"

enum { MOST_BYTES = 1 << 30 }; /* what it may add to the memory of this process */
/* CPU seconds without anything new, at the beginning; for one query; and of the time for all goals:
 * one hard query must not use up what a hundred easy goals need. */
static const double idle_seconds = 1, query_seconds = 1, share = 0.15;

typedef struct {
    question *q;
    unrolling u;
    solver *solver;
    budget limits, query;
    bits refused;       /* marks whose runs did not hold */
    bool open;          /* a query had no answer */
    double start, last; /* CPU: of the search; when it found something */
    uint64_t memory;
} test_search;

/* Error nodes whose goal is still to be covered. */
static void wanted(const test_search *x, u32_vec *out) {
    const deadcode *d = x->q->d;
    vec_clear(out);
    for (uint32_t i = 0; i < x->u.errors.size; i++) {
        uint32_t n = x->u.errors.data[i],
                 mark_id = marked_goal_at(x->u.program, x->u.nodes.data[n].at);
        if (mark_id != NO_MARK && d->goals.marks.data[mark_id].state == STATE_OPEN &&
            !bits_has(&x->refused, mark_id))
            vec_push(out, n);
    }
}

static void take(test_search *x, uint32_t hit, engine_result *r) {
    r->verdict = VERDICT_FALSE;
    r->engine = "bmc";
    unroll_trace(&x->u, hit, r);
    uint32_t mark_id = marked_goal_at(x->u.program, r->reached);
    if (verify_check(&x->q->o->verify, &x->q->v, x->q->v.reduced, r) &&
        deadcode_keep(x->q->d, mark_id, &x->q->v.evidence, test_found_by_engine("bmc"))) {
        deadcode_prolong(x->q->d, x->q->o);
        x->last = clock_cpu();
        deadcode_tell(x->q->d, x->q->o, true);
    } else {
        bits_add(&x->refused, mark_id);
        x->q->d->goals.marks.data[mark_id].refused = true;
    }
}

/* All goals that the last step made reachable. */
static void cover_depth(test_search *x) {
    u32_vec nodes = {0};
    for (wanted(x, &nodes); nodes.size && !budget_over(&x->limits); wanted(x, &nodes)) {
        engine_result r;
        uint32_t hit = 0;
        engine_result_init(&r, x->u.program->terms);
        x->query = budget_effort(x->limits, query_seconds);
        solver_set_budget(x->solver, &x->query);
        enum answer a = unroll_ask(&x->u, &nodes, NULL, r.pool, &hit);
        if (a == ANSWER_SAT) take(x, hit, &r);
        engine_result_release(&r);
        x->open |= a == ANSWER_UNKNOWN;
        for (uint32_t i = 0; a == ANSWER_UNSAT && i < nodes.size; i++)
            solver_assert(x->solver,
                          term_not(x->u.program->terms, x->u.nodes.data[nodes.data[i]].reach));
        if (a != ANSWER_SAT) break;
    }
    vec_clear(&x->u.errors);
    vec_release(&nodes);
}

/* It goes on while it finds something now and then. */
static bool worth_while(const test_search *x) {
    double now = clock_cpu();
    if (memory_used() > x->memory + MOST_BYTES) return false;
    return now - x->last < idle_seconds + 0.5 * (now - x->start);
}

static void run(test_search *x) {
    deadcode *d = x->q->d;
    unroll_init(&x->u, x->q->v.reduced, x->solver);
    unroll_start(&x->u, x->q->v.reduced->start, term_true(x->q->v.terms));
    while (deadcode_is_open(d) && x->u.frontier.size && worth_while(x)) {
        if (!unroll_advance(&x->u, &x->limits) || budget_over(&x->limits)) break;
        cover_depth(x);
        if (!x->open && !budget_over(&x->limits)) d->depth = x->u.depth;
    }
    unroll_release(&x->u);
}

void deadcode_search(deadcode *d, const deadcode_options *o) {
    LOG("goal", "search");
    bits remaining = {0};
    question q;
    const char *why;
    deadcode_remaining(d, &remaining);
    bool any = bits_count(&remaining) > 0;
    double seconds = d->v->limits.deadline ? budget_left(&d->v->limits) * 0.3 : 60;
    if (any && seconds > 0) {
        question_init(&q, d, o, &remaining, 0, false, seconds);
        budget limits = q.v.limits;
        if (o->cpu_seconds > 0) limits = budget_effort(limits, o->cpu_seconds * share);
        test_search x = {.q = &q,
                         .limits = limits,
                         .start = clock_cpu(),
                         .last = clock_cpu(),
                         .memory = memory_used()};
        x.solver = solver_new(d->v->terms, o->verify.engine.solver,
                              (solver_options){.seed = (uint32_t)o->verify.engine.seed}, &why);
        if (x.solver) {
            run(&x);
            solver_delete(x.solver);
        }
        bits_release(&x.refused);
        question_release(&q);
    }
    bits_release(&remaining);
}
