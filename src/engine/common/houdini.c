#include "engine/common/houdini.h"

#include "engine/common/unroll.h"
#include "engine/common/guess.h"
#include "program/liveness.h"

enum {
    GUESSES = 1600,
    FEWEST = 40
}; /* from each source: at all locations together; at one at least */
enum { VISITS = 3 }; /* segments from the start that guesses must survive first */

typedef struct {
    loc at;
    term formula;
    term premise;  /* what may be assumed where it holds */
    term active;   /* assume it before the segment */
    term violated; /* after the segment, over the unrolling in use */
    bool alive;
} houdini_candidate;

typedef struct {
    program *program;
    const budget *budget;
    values *pool;
    solver *solver;
    uint32_t guesses; /* at a location, from each source */
    unrolling unrolling;
    vec(houdini_candidate) candidates;
    map known; /* (location, term) of candidates */
    liveness live;
} houdini_search;

static terms *terms_of(const houdini_search *s) { return s->program->terms; }

static bool open_unrolling(houdini_search *s, const engine_options *o) {
    s->solver = solver_new(terms_of(s), o->solver, (solver_options){0}, NULL);
    if (!s->solver) return false;
    solver_set_budget(s->solver, s->budget);
    unroll_init(&s->unrolling, s->program, s->solver);
    return true;
}

static void close_unrolling(houdini_search *s) {
    unroll_release(&s->unrolling);
    solver_delete(s->solver);
}

/* ---- candidates ---- */

/* Assignments to dead variables are sliced away: what is invariant about them here need not be in
 * the program as it was read. */
static void add_candidates(houdini_search *s, loc at, const term_vec *formulas) {
    for (uint32_t i = 0; i < formulas->size; i++) {
        uint64_t key = (uint64_t)at.id << 32 | formulas->data[i].id;
        if (map_get(&s->known, key, NULL)) continue;
        map_set(&s->known, key, 1);
        if (!live_covers(&s->live, at, formulas->data[i])) continue;
        houdini_candidate c = {
            .at = at, .formula = formulas->data[i], .premise = formulas->data[i], .alive = true};
        vec_push(&s->candidates, c);
    }
}

/* Candidates for the locations where the first segments end. */
static void guess(houdini_search *s, const term_vec *common) {
    for (uint32_t i = 0; i < s->unrolling.frontier.size; i++) {
        const unroll_node *n = &s->unrolling.nodes.data[s->unrolling.frontier.data[i]];
        bool first = true;
        for (uint32_t j = 0; j < s->unrolling.frontier.data[i]; j++)
            first &= !same_loc(s->unrolling.nodes.data[j].at, n->at);
        if (!first) continue;
        term_vec here = {0};
        guess_from_state(s->program, n->state, s->guesses, &here);
        add_candidates(s, n->at, &here);
        add_candidates(s, n->at, common);
        vec_release(&here);
    }
}

/* Candidates for the locations that the first segments do not come to: what arrives there decides
 * on them. Without any, nothing would be known where a path leads back from there. */
static void guess_elsewhere(houdini_search *s, const term_vec *common) {
    for (loc l = {0}; l.id < s->program->locations.size; l.id++) {
        bool visited = !bits_has(&s->unrolling.stops, l.id);
        for (uint32_t i = 0; i < s->unrolling.nodes.size && !visited; i++)
            visited = same_loc(s->unrolling.nodes.data[i].at, l);
        if (!visited) add_candidates(s, l, common);
    }
}

/* For every candidate the condition that it fails at the frontier. */
static void find_violations(houdini_search *s) {
    terms *t = terms_of(s);
    for (uint32_t i = 0; i < s->candidates.size; i++)
        s->candidates.data[i].violated = term_false(t);
    for (uint32_t j = 0; j < s->unrolling.frontier.size; j++) {
        const unroll_node *n = &s->unrolling.nodes.data[s->unrolling.frontier.data[j]];
        symbolic_load(&s->unrolling.state, n->state);
        for (uint32_t i = 0; i < s->candidates.size; i++) {
            houdini_candidate *c = &s->candidates.data[i];
            if (!c->alive || !same_loc(c->at, n->at)) continue;
            term fails = term_not(t, symbolic_value(&s->unrolling.state, c->formula));
            c->violated = term_or(t, c->violated, term_and(t, n->reach, fails));
        }
    }
}

static const double SECONDS_OF_ALL = 0.3,
                    SECONDS_OF_ONE = 2.5; /* of CPU, of a query about all candidates, or one */

/* Can `bad` happen, assuming the candidates that are alive? */
static enum answer ask(houdini_search *s, term bad, double seconds) {
    term_vec assumed = {0};
    if (term_is_false(terms_of(s), bad)) return ANSWER_UNSAT;
    for (uint32_t i = 0; i < s->candidates.size; i++)
        if (s->candidates.data[i].alive && s->candidates.data[i].active.id)
            vec_push(&assumed, s->candidates.data[i].active);
    vec_push(&assumed, bad);
    budget limit = budget_effort(*s->budget, seconds);
    solver_set_budget(s->solver, &limit);
    enum answer a = solver_check(s->solver, assumed.size, assumed.data);
    solver_set_budget(s->solver, s->budget);
    vec_release(&assumed);
    return a;
}

static void drop_false(houdini_search *s) {
    for (uint32_t i = 0; i < s->candidates.size; i++) {
        houdini_candidate *c = &s->candidates.data[i];
        if (c->alive && value_is_true(solver_value(s->solver, s->pool, c->violated)))
            c->alive = false;
    }
}

static enum answer ask_all(houdini_search *s) {
    term_vec bad = {0};
    for (uint32_t i = 0; i < s->candidates.size; i++)
        if (s->candidates.data[i].alive) vec_push(&bad, s->candidates.data[i].violated);
    enum answer a = ask(s, term_or_n(terms_of(s), bad.size, bad.data), SECONDS_OF_ALL);
    vec_release(&bad);
    return a;
}

/* The same one candidate at a time, which may be easier; what has no answer is dropped like what is
 * violated. True: none was dropped. */
static bool none_dropped(houdini_search *s) {
    bool none = true;
    for (uint32_t i = 0; i < s->candidates.size && !budget_over(s->budget); i++) {
        houdini_candidate *c = &s->candidates.data[i];
        enum answer a = c->alive ? ask(s, c->violated, SECONDS_OF_ONE) : ANSWER_UNSAT;
        if (a == ANSWER_SAT) drop_false(s);
        if (a == ANSWER_UNKNOWN) c->alive = false;
        none &= a == ANSWER_UNSAT;
    }
    return none;
}

/* Drop candidates until none alive is violated, assuming those alive before. False: no answer. */
static bool drop_violated(houdini_search *s) {
    enum answer a;
    while ((a = ask_all(s)) == ANSWER_SAT && !budget_over(s->budget)) drop_false(s);
    while (a == ANSWER_UNKNOWN && !budget_over(s->budget))
        if (none_dropped(s)) a = ANSWER_UNSAT;
    return a == ANSWER_UNSAT && !budget_over(s->budget);
}

/* ---- initiation and consecution ---- */

/* Guesses at the first visits of locations, without those that VISITS segments from the start
 * refute. */
static bool guess_and_try(houdini_search *s, const engine_options *o) {
    term_vec common = {0};
    bool ok = open_unrolling(s, o);
    if (!ok) return false;
    uint32_t stops = bits_count(&s->unrolling.stops);
    s->guesses = stops && GUESSES / stops > FEWEST ? GUESSES / stops : FEWEST;
    guess_from_program(s->program, s->guesses, &common);
    unroll_start(&s->unrolling, s->program->start, term_true(terms_of(s)));
    for (uint32_t i = 0; ok && i < VISITS && s->unrolling.frontier.size; i++) {
        ok = unroll_advance(&s->unrolling, s->budget);
        if (!ok) break;
        guess(s, &common);
        find_violations(s);
        ok = drop_violated(s);
    }
    if (ok) guess_elsewhere(s, &common);
    vec_release(&common);
    close_unrolling(s);
    return ok;
}

/* One segment further, drop what is violated there. */
static bool drop_after_segment(houdini_search *s) {
    bool ok = unroll_advance(&s->unrolling, s->budget);
    if (ok) find_violations(s);
    ok = ok && drop_violated(s);
    close_unrolling(s);
    return ok;
}

static bool initiation(houdini_search *s, const engine_options *o) {
    if (!open_unrolling(s, o)) return false;
    unroll_start(&s->unrolling, s->program->start, term_true(terms_of(s)));
    return drop_after_segment(s);
}

static bool consecution(houdini_search *s, const engine_options *o) {
    terms *t = terms_of(s);
    if (!open_unrolling(s, o)) return false;
    unroll_start_anywhere(&s->unrolling);
    for (uint32_t i = 0; i < s->candidates.size; i++) {
        houdini_candidate *c = &s->candidates.data[i];
        c->alive &= bits_has(&s->unrolling.stops, c->at.id); /* elsewhere nothing is checked */
        if (!c->alive) continue;
        c->active = term_fresh(t, "active", sort_bool(t));
        for (uint32_t j = 0; j < s->unrolling.frontier.size; j++) {
            const unroll_node *n = &s->unrolling.nodes.data[s->unrolling.frontier.data[j]];
            term parts[] = {term_not(t, c->active), term_not(t, n->reach), c->premise};
            if (same_loc(n->at, c->at)) solver_assert(s->solver, term_or_n(t, 3, parts));
        }
    }
    return drop_after_segment(s);
}

static void conjoin(houdini_search *s, term_vec *invariant) {
    for (uint32_t i = 0; i < s->candidates.size; i++) {
        const houdini_candidate *c = &s->candidates.data[i];
        if (!c->alive) continue;
        term *known = &invariant->data[c->at.id];
        *known = known->id ? term_and(terms_of(s), *known, c->formula) : c->formula;
    }
}

void houdini(program *p, const engine_options *o, const budget *b, term_vec *invariant) {
    houdini_search s = {.program = p, .budget = b, .pool = values_new(p->terms)};
    liveness_of(p, &s.live);
    if (guess_and_try(&s, o) && consecution(&s, o)) conjoin(&s, invariant);
    vec_release(&s.candidates);
    map_release(&s.known);
    liveness_release(&s.live);
    values_delete(s.pool);
}

bool houdini_keep(program *p, const engine_options *o, const budget *b, conjuncts *guesses) {
    houdini_search s = {.program = p, .budget = b, .pool = values_new(p->terms)};
    for (uint32_t i = 0; i < guesses->size; i++) {
        const conjunct *g = &guesses->data[i];
        houdini_candidate c = {
            .at = g->at, .formula = g->formula, .premise = conjunct_premise(g), .alive = true};
        vec_push(&s.candidates, c);
    }
    bool ok = initiation(&s, o) && consecution(&s, o);
    uint32_t kept = 0;
    for (uint32_t i = 0; ok && i < s.candidates.size; i++)
        if (s.candidates.data[i].alive) guesses->data[kept++] = guesses->data[i];
    guesses->size = kept;
    vec_release(&s.candidates);
    values_delete(s.pool);
    return ok;
}
