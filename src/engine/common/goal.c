#include "engine/common/goal.h"

#include "engine/common/unroll.h"

typedef struct {
    u32_vec core;  /* parts that keep it; valid while none of them is dropped */
    term violated; /* after one segment; none: not yet made */
    bool dropped, supported, needed;
} directed_state;

typedef struct {
    program *program;
    const budget *limits;
    conjuncts *parts;
    vec(directed_state) states;
    values *pool;
    solver *solver;
    unrolling unrolling; /* one segment from any stop */
    u32_vec queue;       /* needed, in order */
    bool gave_up;
} goal_search;

static terms *terms_of(const goal_search *s) { return s->program->terms; }

/* ---- one segment ---- */

static bool open_segment(goal_search *s, const engine_options *o, bool from_start) {
    terms *t = terms_of(s);
    term_vec assumed = {0};
    s->solver = solver_new(t, o->solver, (solver_options){0}, NULL);
    if (!s->solver) return false;
    solver_set_budget(s->solver, s->limits);
    unroll_init(&s->unrolling, s->program, s->solver);
    conjuncts_guarded(s->parts, t, s->program->locations.size, &assumed);
    if (from_start) unroll_start(&s->unrolling, s->program->start, term_true(t));
    else {
        s->unrolling.assumed = &assumed;
        unroll_start_anywhere(&s->unrolling);
        s->unrolling.assumed = NULL;
    }
    for (uint32_t i = 0; i < s->states.size; i++) s->states.data[i].violated = (term){0};
    vec_release(&assumed);
    return unroll_advance(&s->unrolling, s->limits);
}

static void close_segment(goal_search *s) {
    if (!s->solver) return;
    unroll_release(&s->unrolling);
    solver_delete(s->solver);
    s->solver = NULL;
}

/* The condition that part i fails after the segment. */
static term violated(goal_search *s, uint32_t i) {
    terms *t = terms_of(s);
    const conjunct *c = &s->parts->data[i];
    term any = s->states.data[i].violated;
    if (any.id) return any;
    any = term_false(t);
    for (uint32_t j = 0; j < s->unrolling.frontier.size; j++) {
        const unroll_node *n = &s->unrolling.nodes.data[s->unrolling.frontier.data[j]];
        if (!same_loc(n->at, c->at)) continue;
        symbolic_load(&s->unrolling.state, n->state);
        any = term_or(
            t, any,
            term_and(t, n->reach, term_not(t, symbolic_value(&s->unrolling.state, c->formula))));
    }
    s->states.data[i].violated = any;
    return any;
}

static term errors_reached(goal_search *s) {
    terms *t = terms_of(s);
    term any = term_false(t);
    for (uint32_t i = 0; i < s->unrolling.errors.size; i++)
        any = term_or(t, any, s->unrolling.nodes.data[s->unrolling.errors.data[i]].reach);
    return any;
}

/* ---- dropping ---- */

static void drop(goal_search *s, uint32_t i) { s->states.data[i].dropped = true; }

/* Every part that the model of the solver refutes. */
static void drop_refuted(goal_search *s) {
    for (uint32_t i = 0; i < s->parts->size; i++)
        if (!s->states.data[i].dropped &&
            value_is_true(solver_value(s->solver, s->pool, violated(s, i))))
            drop(s, i);
}

/* What holds where the first segment ends. */
static bool initially(goal_search *s) {
    terms *t = terms_of(s);
    enum answer a = ANSWER_SAT;
    while (a == ANSWER_SAT && !budget_over(s->limits)) {
        term_vec bad = {0};
        for (uint32_t i = 0; i < s->parts->size; i++)
            if (!s->states.data[i].dropped) vec_push(&bad, violated(s, i));
        term any = term_or_n(t, bad.size, bad.data);
        a = term_is_false(t, any) ? ANSWER_UNSAT : solver_check(s->solver, 1, &any);
        if (a == ANSWER_SAT) drop_refuted(s);
        vec_release(&bad);
    }
    return a == ANSWER_UNSAT;
}

/* ---- support ---- */

/* Is `bad` excluded by the parts, or by those alone that are needed already? The core is what
 * excludes it. */
static enum answer excluded(goal_search *s, term bad, bool only_needed, u32_vec *core) {
    term_vec assumed = {0};
    vec_push(&assumed, bad);
    for (uint32_t i = 0; i < s->parts->size; i++)
        if (!s->states.data[i].dropped && (!only_needed || s->states.data[i].needed))
            vec_push(&assumed, s->parts->data[i].active);
    enum answer a = solver_check(s->solver, assumed.size, assumed.data);
    vec_clear(core);
    for (uint32_t i = 0; a == ANSWER_UNSAT && i < s->parts->size; i++) {
        bool used = !s->states.data[i].dropped && (!only_needed || s->states.data[i].needed);
        if (used && solver_in_core(s->solver, s->parts->data[i].active)) vec_push(core, i);
    }
    vec_release(&assumed);
    return a;
}

static void need(goal_search *s, const u32_vec *core) {
    for (uint32_t i = 0; i < core->size; i++) {
        directed_state *x = &s->states.data[core->data[i]];
        if (!x->needed) vec_push(&s->queue, core->data[i]);
        x->needed = true;
    }
}

static bool still_supported(const goal_search *s, uint32_t i) {
    const directed_state *x = &s->states.data[i];
    bool good = x->supported;
    for (uint32_t k = 0; k < x->core.size; k++) good &= !s->states.data[x->core.data[k]].dropped;
    return good;
}

/* False: part i is not kept, and dropped now; or nobody knows. */
static bool support(goal_search *s, uint32_t i) {
    directed_state *x = &s->states.data[i];
    enum answer a = ANSWER_UNSAT;
    if (!still_supported(s, i)) {
        term bad = violated(s, i);
        vec_clear(&x->core);
        if (!term_is_false(terms_of(s), bad)) {
            a = excluded(s, bad, true, &x->core);
            if (a != ANSWER_UNSAT) a = excluded(s, bad, false, &x->core);
        }
        x->supported = a == ANSWER_UNSAT;
    }
    if (a == ANSWER_UNSAT) need(s, &x->core);
    else if (a == ANSWER_SAT) drop_refuted(s);
    else s->gave_up = true;
    return a == ANSWER_UNSAT;
}

/* Once from the errors through all that is needed; false: something was dropped on the way, or
 * nothing excludes the errors. */
static bool close_backwards(goal_search *s) {
    u32_vec core = {0};
    vec_clear(&s->queue);
    for (uint32_t i = 0; i < s->states.size; i++) s->states.data[i].needed = false;
    term bad = errors_reached(s);
    s->gave_up = !term_is_false(terms_of(s), bad) && excluded(s, bad, false, &core) != ANSWER_UNSAT;
    need(s, &core);
    vec_release(&core);
    bool closed = !s->gave_up;
    for (uint32_t next = 0; closed && next < s->queue.size; next++)
        closed = support(s, s->queue.data[next]);
    return closed;
}

static void keep_needed(goal_search *s) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->parts->size; i++)
        if (s->states.data[i].needed) s->parts->data[kept++] = s->parts->data[i];
    s->parts->size = kept;
}

/* No error before the first stop, and the parts that fail at one dropped. */
static bool begin(goal_search *s, const engine_options *o) {
    term none = {0};
    bool good = open_segment(s, o, true) && initially(s);
    if (good) none = errors_reached(s);
    good = good &&
           (term_is_false(terms_of(s), none) || solver_check(s->solver, 1, &none) == ANSWER_UNSAT);
    close_segment(s);
    return good;
}

bool prove_goal(program *p, const engine_options *o, const budget *b, conjuncts *guesses,
                const char **solver_used) {
    goal_search s = {.program = p, .limits = b, .parts = guesses, .pool = values_new(p->terms)};
    vec_resize(&s.states, guesses->size);
    bool proven = false, open = begin(&s, o) && open_segment(&s, o, false);
    while (open && !proven && !s.gave_up && !budget_over(b)) proven = close_backwards(&s);
    if (proven) *solver_used = solver_name(s.solver);
    if (proven) keep_needed(&s);
    close_segment(&s);
    for (uint32_t i = 0; i < s.states.size; i++) vec_release(&s.states.data[i].core);
    vec_release(&s.states);
    vec_release(&s.queue);
    values_delete(s.pool);
    return proven;
}
