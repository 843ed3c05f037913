/* Bounds of linear forms, for loops that compute with floats: digital filters, controllers,
 * integrators.
 *
 * A filter's state is bounded, but no box of its variables is kept by one round: the state turns
 * and shrinks. What is kept is a polyhedron whose sides are the forms that a variable was one, two,
 * three ... rounds before. The engine takes the forms from the paths around each loop, searches
 * their bounds in doubles by iteration and extrapolation, and then has every bound decided on the
 * program itself, with all rounding errors, by a solver that relaxes floats to reals
 * (solver/relax.h). Only that decision counts.
 *
 * TRUE or UNKNOWN; what was proven goes to the board. */
#include "engine/engine.h"

#include "base/time_limits.h"
#include "engine/affine/bounds.h"
#include "engine/ai/ai.h"
#include "engine/board.h"
#include "engine/candidates/conjuncts.h"

#include <math.h>
#include <stdio.h>

enum { QUERY_SECONDS = 5 };
static const double LEAST_DRIFT = 1e-9,
                    MOST_DRIFT = 1e-2; /* a round, relative to a form's largest coefficient */

typedef struct {
    program *p;
    const engine_options *options;
    const budget *limits;
    engine_result *result;
    solver *solver;
    vec(transition) relations; /* by edge; made on demand */
    conjuncts facts;           /* proven: inductive together */
    conjuncts guesses;
    uint64_t queries;
} affine;

/* ---- rows as formulas ---- */

/* A constant of a sort at most as wide as doubles, not below (above) x. */
static term bound_constant(terms *t, sort s, double x, bool upwards) {
    if (sort_sb(t, s) >= 53) return term_fp_double(t, s, x);
    float f = (float)x; /* a sort between the two has all floats */
    if (upwards ? (double)f < x : (double)f > x) f = nextafterf(f, upwards ? INFINITY : -INFINITY);
    return term_fp_double(t, s, (double)f);
}

static term as_double(terms *t, term var) {
    if (sort_is_bv(t, term_sort(t, var)))
        return term_app_indexed(t, OP_FP_FROM_SBV, 11, 53, 2, (term[]){term_rm(t, RNE), var});
    return term_app_indexed(t, OP_FP_FROM_FP, 11, 53, 2, (term[]){term_rm(t, RNE), var});
}

/* The row as the floats compute it, in doubles; a single variable as it is. */
static term row_term(terms *t, const affine_program *a, const affine_form *f) {
    term sum = {0}, mode = term_rm(t, RNE), only = {0};
    sort wide = sort_fp(t, 11, 53);
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->variables.size; i++) {
        if (f->c[i] == 0) continue;
        term x = as_double(t, a->variables.data[i]);
        if (f->c[i] == 1) only = a->variables.data[i];
        else x = term_3(t, OP_FP_MUL, mode, term_fp_double(t, wide, f->c[i]), x);
        sum = sum.id ? term_3(t, OP_FP_ADD, mode, sum, x) : x;
        n++;
    }
    return n == 1 && only.id ? only : sum;
}

static void guess_row(affine *m, const affine_program *a, loc l, const row *r) {
    terms *t = m->p->terms;
    if (r->given) return;
    term x = row_term(t, a, &r->f);
    sort s = term_sort(t, x);
    double most = sort_sb(t, s) < 53 ? 1e30 : 1e300;
    if (r->high < most)
        conjuncts_add(&m->guesses, t, l,
                      term_2(t, OP_FP_LE, x, bound_constant(t, s, r->high, true)));
    if (r->low > -most)
        conjuncts_add(&m->guesses, t, l,
                      term_2(t, OP_FP_LE, bound_constant(t, s, r->low, false), x));
}

static bool guess(affine *m, affine_program *a, bound_guessing how) {
    heads h = {0};
    vec_clear(&m->guesses);
    bool good =
        bounds_guess(a, m->p, m->limits, how, &h) && !(how.enough && bounds_allow_error(a, &h));
    for (loc l = {0}; good && l.id < h.size; l.id++)
        for (uint32_t k = 0; h.data[l.id].reached && k < h.data[l.id].rows.size; k++)
            guess_row(m, a, l, &h.data[l.id].rows.data[k]);
    heads_release(&h);
    return m->guesses.size > 0;
}

/* ---- deciding them ---- */

static const transition *relation(affine *m, edge_id e) {
    if (!m->relations.data[e.id].formula.id) {
        char stamp[32];
        snprintf(stamp, sizeof stamp, "affine.%u", e.id);
        transition_make(m->p, m->p->edges.data[e.id].command, stamp, &m->relations.data[e.id]);
    }
    return &m->relations.data[e.id];
}

static void assert_known(affine *m, const conjuncts *c, loc at) {
    for (uint32_t i = 0; i < c->size; i++)
        if (same_loc(c->data[i].at, at)) solver_assert(m->solver, c->data[i].formula);
}

static void enter(affine *m, edge_id e) {
    solver_push(m->solver);
    assert_known(m, &m->facts, m->p->edges.data[e.id].from);
    assert_known(m, &m->guesses, m->p->edges.data[e.id].from);
    solver_assert(m->solver, relation(m, e)->formula);
}

static bool excluded(affine *m, term state) {
    m->queries++;
    return solver_check(m->solver, 1, &state) == ANSWER_UNSAT;
}

/* Mark the guesses at the end of an edge that it does not keep. */
static bool mark_lost(affine *m, edge_id e, bits *lost) {
    terms *t = m->p->terms;
    substitution after = {0};
    bool any = false;
    enter(m, e);
    for (uint32_t i = 0; i < m->guesses.size; i++) {
        const conjunct *g = &m->guesses.data[i];
        if (!same_loc(g->at, m->p->edges.data[e.id].to) || bits_has(lost, i) ||
            budget_over(m->limits))
            continue;
        if (excluded(m, term_not(t, transition_apply(relation(m, e), t, &after, g->formula))))
            continue;
        bits_add(lost, i);
        any = true;
    }
    solver_pop(m->solver);
    subst_release(&after);
    return any;
}

static void drop_lost(affine *m, const bits *lost) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->guesses.size; i++)
        if (!bits_has(lost, i)) m->guesses.data[kept++] = m->guesses.data[i];
    m->guesses.size = kept;
}

static bool is_live(const affine *m, edge_id e) { return !m->p->edges.data[e.id].removed; }

/* What is left is inductive. */
static bool keep_inductive(affine *m) {
    bool changed = true;
    while (changed && m->guesses.size && !budget_over(m->limits)) {
        bits lost = {0};
        changed = false;
        for (edge_id e = {0}; e.id < m->p->edges.size; e.id++)
            if (is_live(m, e)) changed |= mark_lost(m, e, &lost);
        drop_lost(m, &lost);
        bits_release(&lost);
    }
    return m->guesses.size && !budget_over(m->limits);
}

static bool errors_excluded(affine *m) {
    bool safe = true;
    for (edge_id e = {0}; e.id < m->p->edges.size && safe; e.id++) {
        if (!is_live(m, e) || !program_is_error(m->p, m->p->edges.data[e.id].to)) continue;
        enter(m, e);
        safe = excluded(m, term_true(m->p->terms));
        solver_pop(m->solver);
    }
    return safe && !budget_over(m->limits);
}

/* ---- the engine ---- */

/* Ranges of counters and flags, from the analyses. */
static void learn_facts(affine *m) {
    budget little = time_limited(TIME_AFFINE_FACTS, *m->limits);
    ai_learn(&m->facts, m->p, m->options, &little);
}

static bool has_floats(const program *p) {
    for (uint32_t i = 0; i < p->variables.size; i++)
        if (sort_is_fp(p->terms, term_sort(p->terms, p->variables.data[i].var))) return true;
    return false;
}

static void post(affine *m, board *shared) {
    vec(board_lemma) news = {0};
    for (uint32_t i = 0; i < m->guesses.size; i++)
        vec_push(&news, ((board_lemma){m->guesses.data[i].at, m->guesses.data[i].formula}));
    board_post(shared, m->p->terms, news.size, news.data);
    vec_release(&news);
}

static void hand_out(affine *m) {
    for (uint32_t i = 0; i < m->facts.size; i++) vec_push(&m->guesses, m->facts.data[i]);
    conjuncts_plain(&m->guesses, m->p->terms, m->p->locations.size,
                    (term_vec *)&m->result->invariant);
    m->result->verdict = VERDICT_TRUE;
    m->result->proof = PROOF_INVARIANT;
}

static bool attempt(affine *m, affine_program *a, bound_guessing how, board *shared) {
    if (!guess(m, a, how) || !keep_inductive(m)) return false;
    post(m, shared);
    return errors_excluded(m);
}

static bool attempt_sizes(affine *m, affine_program *a, bound_guessing how, uint32_t n,
                          const uint32_t *sizes, board *shared) {
    for (uint32_t i = 0; i < n && !budget_over(m->limits); i++) {
        how.most_rows = sizes[i];
        if (attempt(m, a, how, shared)) return true;
    }
    return false;
}

/* Few rows make quick queries, so they come first: as few as seem to be enough, and where it cannot
 * be seen what is enough, some. Drift is for loops that only just keep their bounds: rounding
 * errors add up. */
static bool prove(affine *m, affine_program *a, board *shared) {
    enum { ROWS_WITH_DRIFT = 6, MOST_ROWS = 40 };
    static const uint32_t fewest[] = {0, 1, 2, 3, 4, 6, 9, 13, 20}, some[] = {6, 12, 20};
    bool counters = a->variables.size > a->floats;
    if (attempt_sizes(m, a, (bound_guessing){.some = true, .enough = true},
                      sizeof fewest / sizeof *fewest, fewest, shared) ||
        attempt_sizes(m, a, (bound_guessing){0}, sizeof some / sizeof *some, some, shared))
        return true;
    for (double drift = LEAST_DRIFT; counters && drift <= MOST_DRIFT && !budget_over(m->limits);
         drift *= 2)
        if (attempt(m, a, (bound_guessing){ROWS_WITH_DRIFT, .drift = drift}, shared)) return true;
    return !budget_over(m->limits) &&
           attempt(m, a, (bound_guessing){MOST_ROWS, .some = true}, shared);
}

static void work(affine *m, board *shared) {
    affine_program a = {0};
    if (has_floats(m->p)) learn_facts(m);
    if (!affine_program_make(m->p, &m->facts, &a))
        engine_unknown(m->result, "no linear loops over floats");
    else if (prove(m, &a, shared)) hand_out(m);
    else if (budget_over(m->limits)) engine_stop(m->result, budget_stop(m->limits));
    else engine_unknown(m->result, "no bounds of linear forms suffice");
    affine_program_release(&a);
}

void affine_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    affine m = {.p = p, .options = o, .limits = b, .result = result};
    const char *why = NULL;
    m.solver =
        solver_new(p->terms, "reals/z3", (solver_options){.query_seconds = QUERY_SECONDS}, &why);
    result->engine = "affine";
    if (!m.solver) {
        engine_unknown(result, "%s", why);
        return;
    }
    solver_set_budget(m.solver, b);
    vec_resize(&m.relations, p->edges.size);
    work(&m, shared);
    stats_set(&result->stats, "queries", (double)m.queries);
    stats_set(&result->stats, "bounds", (double)m.guesses.size);
    vec_release_each(&m.relations, transition_release);
    vec_release(&m.facts);
    vec_release(&m.guesses);
    solver_delete(m.solver);
}
