/* k-induction over segments: no error within k segments of the start (base), no error at the end of
 * k segments that start anywhere in the known invariants (step); or no run is that long (forward
 * condition).
 *
 * Known invariants: guessed and proven by houdini.h, and proven lemmas of the board. A step that
 * fails on a path that visits a state twice is repeated without that path (simple paths suffice).
 */
#include "engine/bmc/bmc.h"
#include "engine/board.h"
#include "engine/kinduction/backward.h"
#include "engine/candidates/conjuncts.h"
#include "engine/candidates/houdini.h"
#include "engine/sources/sources.h"
#include "base/time_limits.h"

enum { SIMPLE_PATHS_PER_STEP = 64 };

typedef struct {
    program *program;
    const engine_options *options;
    bmc base;
    solver *solver; /* of the step */
    unrolling step;
    conjuncts invariant;
    uint32_t own;      /* its first parts: candidates, inductive together; others proved the rest */
    term_vec assumed;  /* by location: the invariant, each part guarded by its literal */
    term_vec literals; /* switch all parts on */
    board_reader reader;
    uint32_t simple_paths; /* constraints the current step rests on */
} kinduction;

static terms *terms_of(const kinduction *k) { return k->program->terms; }

/* ---- the step ---- */

static void step_close(kinduction *k) {
    if (!k->solver) return;
    unroll_release(&k->step);
    solver_delete(k->solver);
    k->solver = NULL;
}

static bool step_open(kinduction *k) {
    k->solver = solver_new(terms_of(k), k->options->solver, (solver_options){0}, NULL);
    if (!k->solver) return false;
    solver_set_budget(k->solver, k->base.budget);
    unroll_init(&k->step, k->program, k->solver);
    conjuncts_guarded(&k->invariant, terms_of(k), k->program->locations.size, &k->assumed);
    conjuncts_literals(&k->invariant, &k->literals);
    k->step.assumed = &k->assumed;
    k->step.keep_states = true;
    k->simple_paths = 0;
    unroll_start_anywhere(&k->step);
    return true;
}

/* New lemmas: the step starts over, as deep as the base is. */
static bool step_follow(kinduction *k) {
    while (k->step.depth + 1 < k->base.unrolling.depth) {
        if (!unroll_advance(&k->step, k->base.budget)) return false;
        vec_clear(&k->step.errors);
    }
    return true;
}

static bool learn(kinduction *k) {
    board_lemma l;
    uint32_t before = k->invariant.size;
    while (board_next(&k->reader, terms_of(k), &l))
        if (l.at.id < k->program->locations.size)
            conjuncts_add(&k->invariant, terms_of(k), l.at, l.formula);
    return k->invariant.size > before;
}

/* ---- simple paths ---- */

static term differ(kinduction *k, uint32_t a, uint32_t b) {
    terms *t = terms_of(k);
    term_vec different = {0};
    const unroll_node *x = &k->step.nodes.data[a], *y = &k->step.nodes.data[b];
    vec_push(&different, term_not(t, x->reach));
    vec_push(&different, term_not(t, y->reach));
    for (uint32_t v = 0; v < k->program->variables.size; v++)
        vec_push(&different, term_not(t, term_eq(t, x->state[v], y->state[v])));
    term any = term_or_n(t, different.size, different.data);
    vec_release(&different);
    return any;
}

static bool equal_states(kinduction *k, uint32_t a, uint32_t b) {
    const unroll_node *x = &k->step.nodes.data[a], *y = &k->step.nodes.data[b];
    for (uint32_t v = 0; v < k->program->variables.size; v++) {
        if (same(x->state[v], y->state[v])) continue;
        values *pool = k->base.result->pool;
        if (!value_equal(pool, solver_value(k->solver, pool, x->state[v]),
                         solver_value(k->solver, pool, y->state[v])))
            return false;
    }
    return true;
}

/* Stops on the model's path to node `hit`, last first, without the error itself. */
static void stops_on_path(kinduction *k, uint32_t hit, u32_vec *stops) {
    values *pool = k->base.result->pool;
    for (const unroll_node *n = &k->step.nodes.data[hit]; n->arrivals;) {
        uint32_t i = 0;
        const unroll_arrival *a = &k->step.arrivals.data[n->arrival];
        while (i + 1 < n->arrivals && !value_is_true(solver_value(k->solver, pool, a[i].guard)))
            i++;
        n = &k->step.nodes.data[a[i].from];
        if (bits_has(&k->step.stops, n->at.id)) vec_push(stops, a[i].from);
    }
}

/* The model visits a state twice: exclude that. False: it does not. */
static bool exclude_loop(kinduction *k, uint32_t hit) {
    u32_vec stops = {0};
    bool found = false;
    stops_on_path(k, hit, &stops);
    for (uint32_t i = 0; i < stops.size && !found; i++)
        for (uint32_t j = i + 1; j < stops.size && !found; j++) {
            if (!same_loc(k->step.nodes.data[stops.data[i]].at,
                          k->step.nodes.data[stops.data[j]].at))
                continue;
            if (!(found = equal_states(k, stops.data[i], stops.data[j]))) continue;
            solver_assert(k->solver, differ(k, stops.data[i], stops.data[j]));
        }
    vec_release(&stops);
    k->simple_paths += found;
    return found;
}

/* ---- verdict ---- */

static void claim(kinduction *k, enum proof_kind proof, const term_vec *invariant) {
    engine_result *r = k->base.result;
    r->verdict = VERDICT_TRUE;
    r->reason[0] = 0;
    r->k = k->step.depth;
    r->proof = proof;
    vec_clear(&r->invariant);
    vec_append(&r->invariant, invariant->data, invariant->size);
}

/* The core of the last step says which parts of the invariant it needs. */
static void proved(kinduction *k) {
    term_vec needed = {0}, plain = {0};
    for (uint32_t i = 0; i < k->literals.size; i++)
        if (solver_in_core(k->solver, k->literals.data[i])) vec_push(&needed, k->literals.data[i]);
    conjuncts_trim(&k->invariant, k->program, k->options, k->base.budget, &needed);
    conjuncts_plain(&k->invariant, terms_of(k), k->program->locations.size, &plain);
    claim(k, k->step.depth == 1 ? PROOF_INVARIANT : PROOF_K_INDUCTION, &plain);
    vec_release(&needed);
    vec_release(&plain);
}

/* A step that rests on simple paths is no k-induction that a certificate can show, but it makes an
 * invariant. Where that cannot be written down, nothing is claimed. */
static bool proved_by_simple_paths(kinduction *k) {
    term_vec near = {0}, plain = {0};
    bool good = backward(&k->step, k->step.depth, &near);
    conjuncts_plain(&k->invariant, terms_of(k), k->program->locations.size, &plain);
    for (loc l = {0}; good && l.id < near.size; l.id++) {
        if (!bits_has(&k->step.stops, l.id)) continue;
        term far = term_not(terms_of(k), near.data[l.id]);
        plain.data[l.id] = plain.data[l.id].id ? term_and(terms_of(k), plain.data[l.id], far) : far;
    }
    if (good) claim(k, PROOF_INVARIANT, &plain);
    vec_release(&near);
    vec_release(&plain);
    return good;
}

/* Without lemmas of others: where candidates suffice, relations between many variables only make
 * the question harder. */
static bool own_step_holds(kinduction *k) {
    if (k->own == k->invariant.size || k->simple_paths) return false; /* those need all of them */
    uint32_t hit = 0;
    term_vec own = {.data = k->literals.data, .size = k->own};
    budget little = time_limited(TIME_KIND_OWN, *k->base.budget);
    solver_set_budget(k->solver, &little);
    enum answer a = unroll_ask(&k->step, &k->step.errors, &own, k->base.result->pool, &hit);
    solver_set_budget(k->solver, k->base.budget);
    if (a != ANSWER_UNSAT) return false;
    k->invariant.size = k->literals.size = k->own;
    return true;
}

static bool full_step_holds(kinduction *k) {
    uint32_t hit = 0;
    enum answer a;
    for (uint32_t tries = 0;; tries++) {
        a = unroll_ask(&k->step, &k->step.errors, &k->literals, k->base.result->pool, &hit);
        if (a != ANSWER_SAT || tries == SIMPLE_PATHS_PER_STEP || !exclude_loop(k, hit)) break;
    }
    return a == ANSWER_UNSAT;
}

/* Does no error follow k segments from anywhere? */
static bool step_holds(kinduction *k) {
    if (!unroll_advance(&k->step, k->base.budget)) return false;
    bool holds = own_step_holds(k) || full_step_holds(k);
    vec_clear(&k->step.errors);
    return holds;
}

static bool step_due(const kinduction *k) {
    return same_loc(k->base.limit, NO_LOC) && !k->base.open;
}

static void tell(kinduction *k, loc at, term proven) {
    board_post(k->reader.board, terms_of(k), 1, &(board_lemma){at, proven});
}

/* Guess and prove an invariant, and let the others know. */
static void strengthen(kinduction *k) {
    term_vec proven = {0};
    vec_resize(&proven, k->program->locations.size);
    learn(k);
    houdini(k->program, k->options, k->base.budget, &k->invariant, &proven);
    for (loc l = {0}; l.id < proven.size; l.id++) {
        if (!proven.data[l.id].id) continue;
        tell(k, l, proven.data[l.id]);
        conjuncts_add(&k->invariant, terms_of(k), l, proven.data[l.id]);
    }
    k->own = k->invariant.size;
    vec_release(&proven);
}

static const struct {
    uint32_t segments;
    enum time_limit limit;
    source_function *propose;
} sources[] = {
#define SOURCE(name, segments, limit) {segments, TIME_##limit, name##_propose},
#include "engine/sources/sources.def"
};

/* If that is not enough, ask another source; what is known already helps to prove it. */
static bool strengthen_by(kinduction *k, size_t source) {
    conjuncts guesses = {0};
    budget share = time_limited(sources[source].limit, *k->base.budget);
    vec_append(&guesses, k->invariant.data, k->invariant.size);
    sources[source].propose(k->program, k->options, &share, &guesses);
    bool more =
        houdini_keep(k->program, k->options, &share, &guesses) && guesses.size > k->invariant.size;
    for (uint32_t i = 0; more && i < guesses.size; i++) {
        tell(k, guesses.data[i].at, guesses.data[i].formula);
        conjuncts_add(&k->invariant, terms_of(k), guesses.data[i].at, guesses.data[i].formula);
    }
    vec_release(&guesses);
    return more;
}

static void search(kinduction *k) {
    while (bmc_deepen(&k->base)) {
        bool learnt = learn(k);
        for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
            if (k->base.unrolling.depth == sources[i].segments) learnt |= strengthen_by(k, i);
        if (learnt || !k->solver) {
            step_close(k);
            if (!step_open(k)) return;
        }
        if (!step_due(k) || !step_follow(k)) continue;
        if (!step_holds(k)) continue;
        if (!k->simple_paths) proved(k);
        else if (!proved_by_simple_paths(k)) continue;
        return;
    }
}

void kinduction_run(program *p, const engine_options *o, const budget *b, board *shared,
                    engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    kinduction k = {.program = p, .options = o, .reader = {.board = shared}};
    result->engine = "kinduction";
    if (!bmc_init(&k.base, p, o, b, result)) return;
    k.base.progress = o->progress;
    strengthen(&k);
    search(&k);
    stats_set(&result->stats, "k", k.step.depth);
    stats_set(&result->stats, "simple-path constraints", k.simple_paths);
    step_close(&k);
    bmc_release(&k.base);
    vec_release(&k.invariant);
    vec_release(&k.assumed);
    vec_release(&k.literals);
    board_reader_release(&k.reader);
}
