#include "engine/candidates/houdini.h"

#include "base/log.h"
#include "engine/candidates/guess.h"
#include "engine/candidates/refute.h"
#include "engine/candidates/segment.h"
#include "program/liveness.h"

enum {
    GUESSES = 1600,
    FEWEST = 40,   /* from each source: at all locations together; at one at least */
    COMMON = 12000 /* from the program, of which each location takes those about what is live */
};
enum { VISITS = 3 }; /* segments from the start that guesses must survive first */

typedef struct {
    program *program;
    const engine_options *options;
    const budget *budget;
    uint32_t most; /* candidates at a location, from each source */
    unrolling unrolling;
    conjuncts candidates;
    bits dropped; /* of them */
    map known;    /* (location, term) of candidates */
    liveness live;
} houdini_search;

static terms *terms_of(const houdini_search *s) { return s->program->terms; }

/* ---- candidates ---- */

static uint64_t key_of(loc at, term formula) { return (uint64_t)at.id << 32 | formula.id; }

/* Assignments to dead variables are sliced away: what is invariant about them here need not be in
 * the program as it was read. */
static void add_candidates(houdini_search *s, loc at, const term_vec *formulas) {
    for (uint32_t i = 0, taken = 0; i < formulas->size && taken < s->most; i++) {
        if (!map_add(&s->known, key_of(at, formulas->data[i]))) continue;
        if (!live_covers(&s->live, at, formulas->data[i])) continue;
        conjunct c = {.at = at, .formula = formulas->data[i]};
        c.active = term_fresh(terms_of(s), "active", sort_bool(terms_of(s)));
        vec_push(&s->candidates, c);
        taken++;
    }
}

/* Candidates for the locations where the first segments end. */
static void guess(houdini_search *s) {
    for (uint32_t i = 0; i < s->unrolling.frontier.size; i++) {
        const unroll_node *n = &s->unrolling.nodes.data[s->unrolling.frontier.data[i]];
        bool first = true;
        for (uint32_t j = 0; j < s->unrolling.frontier.data[i]; j++)
            first &= !same_loc(s->unrolling.nodes.data[j].at, n->at);
        if (!first) continue;
        term_vec here = {0};
        guess_from_state(s->program, n->state, s->most, &here);
        add_candidates(s, n->at, &here);
        vec_release(&here);
    }
}

/* Candidates for all loop heads, also those that the first segments do not come to: what arrives
 * there decides on them. Without any, nothing would be known where a path leads back from there. */
static void guess_everywhere(houdini_search *s, const term_vec *common) {
    for (loc l = {0}; l.id < s->program->locations.size; l.id++)
        if (bits_has(&s->unrolling.stops, l.id)) add_candidates(s, l, common);
}

static void refute(houdini_search *s) {
    refute_by_runs(s->program, &s->candidates, (uint64_t)s->options->seed, s->budget, &s->dropped);
}

/* ---- initiation and consecution ---- */

static const double SECONDS_OF_ALL = 0.3,
                    SECONDS_OF_ONE = 2.5; /* of CPU, of a query about all candidates, or one */

static bool drop_violated(elimination *e, bool *some) {
    e->all_seconds = SECONDS_OF_ALL;
    e->one_seconds = SECONDS_OF_ONE;
    return eliminate(e, some);
}

/* Drop what fails where the unrolling has come to. */
static bool drop_at_frontier(houdini_search *s) {
    elimination e;
    elimination_init(&e, terms_of(s), s->unrolling.solver, s->budget, &s->dropped);
    for (uint32_t i = 0; i < s->candidates.size; i++) elimination_add(&e, (term){0});
    segment_violations(&s->unrolling, &s->candidates, &e);
    bool good = drop_violated(&e, NULL);
    elimination_release(&e);
    return good;
}

static bool try_visits(houdini_search *s, const term_vec *common) {
    bool good = true;
    guess_everywhere(s, common);
    refute(s);
    unroll_start(&s->unrolling, s->program->start, term_true(terms_of(s)));
    for (uint32_t i = 0; good && i < VISITS && s->unrolling.frontier.size; i++) {
        good = unroll_advance(&s->unrolling, s->budget);
        if (!good) break;
        guess(s);
        good = drop_at_frontier(s);
    }
    if (good) refute(s);
    return good;
}

/* Candidates at the first visits of locations, without those that VISITS segments from the start
 * refute. */
static bool guess_and_try(houdini_search *s) {
    term_vec common = {0};
    solver *prover = solver_new(terms_of(s), s->options->solver, (solver_options){0}, NULL);
    if (!prover) return false;
    solver_set_budget(prover, s->budget);
    unroll_init(&s->unrolling, s->program, prover);
    uint32_t stops = bits_count(&s->unrolling.stops);
    s->most = stops && GUESSES / stops > FEWEST ? GUESSES / stops : FEWEST;
    guess_from_program(s->program, COMMON, &common);
    bool good = try_visits(s, &common);
    vec_release(&common);
    unroll_release(&s->unrolling);
    solver_delete(prover);
    return good;
}

/* One segment from the start, then drop what is violated. */
static bool drop_after_start(houdini_search *s) {
    segment one;
    bool good = segment_open(&one, s->program, s->options, s->budget, &s->candidates, FROM_START,
                             &s->dropped) &&
                drop_violated(&one.elimination, NULL);
    segment_close(&one);
    return good;
}

typedef vec(segment) segment_vec;

/* One for each loop head. */
static bool open_segments(houdini_search *s, segment_vec *all) {
    unrolling u;
    solver *prover = solver_new(terms_of(s), s->options->solver, (solver_options){0}, NULL);
    if (!prover) return false;
    unroll_init(&u, s->program, prover);
    bool good = true;
    for (loc l = {0}; l.id < s->program->locations.size && good; l.id++) {
        if (!bits_has(&u.stops, l.id)) continue;
        vec_push(all, ((segment){0}));
        good = segment_open_at(&vec_last(all), s->program, s->options, s->budget, &s->candidates, l,
                               &s->dropped);
    }
    unroll_release(&u);
    solver_delete(prover);
    return good;
}

/* From each loop head drop what fails at the next ones, until nothing more does. */
static bool drop_after_segments(houdini_search *s) {
    segment_vec all = {0};
    bool good = open_segments(s, &all);
    for (bool some = true; some && good;) {
        some = false;
        for (uint32_t i = 0; i < all.size && good; i++)
            good = drop_violated(&all.data[i].elimination, &some);
    }
    vec_release_each(&all, segment_close);
    return good;
}

/* They come first: a fact that is known hardly takes the place of one that is not. */
static void begin_with(houdini_search *s, const conjuncts *known) {
    vec_append(&s->candidates, known->data, known->size);
    for (uint32_t i = 0; i < known->size; i++)
        map_set(&s->known, key_of(known->data[i].at, known->data[i].formula), 1);
}

void houdini(program *p, const engine_options *o, const budget *b, const conjuncts *known,
             term_vec *invariant) {
    assert_debug(invariant->size <= p->locations.size);
    LOG("houdini", "begin on %u locations", p->locations.size);
    houdini_search s = {.program = p, .options = o, .budget = b};
    term_vec proven = {0};
    liveness_of(p, &s.live);
    if (known) begin_with(&s, known);
    if (guess_and_try(&s) && drop_after_segments(&s)) {
        conjuncts_drop(&s.candidates, &s.dropped);
        conjuncts_plain(&s.candidates, p->terms, p->locations.size, &proven);
    }
    for (uint32_t i = 0; i < proven.size; i++) {
        term *all = &invariant->data[i];
        if (!proven.data[i].id) continue;
        *all = all->id ? term_and(p->terms, *all, proven.data[i]) : proven.data[i];
    }
    vec_release(&proven);
    vec_release(&s.candidates);
    bits_release(&s.dropped);
    map_release(&s.known);
    liveness_release(&s.live);
}

bool houdini_keep(program *p, const engine_options *o, const budget *b, conjuncts *candidates) {
    LOG("houdini", "keep of %u candidates", candidates->size);
    houdini_search s = {.program = p, .options = o, .budget = b, .candidates = *candidates};
    bool good = drop_after_start(&s) && drop_after_segments(&s);
    if (good) conjuncts_drop(candidates, &s.dropped);
    else vec_clear(candidates);
    bits_release(&s.dropped);
    return good;
}
