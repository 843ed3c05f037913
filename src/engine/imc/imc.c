/* Interpolation-based model checking (McMillan 2003) over segments.
 *
 * For a bound k: from the states reached so far, one segment (A); from anywhere, up to k segments
 * into an error (B). While no error is that near, an interpolant of A and B over-approximates what
 * A reaches and is still k segments from any error; it is added to the states reached, until
 * nothing new comes (a proof) or an error is in reach (k was too small). The interpolant comes from
 * the solver's proof. Where it has none (arrays, too large), states of A are taken one by one, each
 * is shown to be far from errors, and widened to what the core of that argument needs (see
 * interpolate.h). */
#include "base/time_limits.h"
#include "engine/bmc/bmc.h"
#include "engine/imc/interpolate.h"

typedef struct {
    program *program;
    const engine_options *options;
    bmc base;
    far_side far;
    term_vec reached; /* by location: states reached so far */
    term_vec latest;  /* by location: the interpolant of the last round */
    uint64_t cubes, interpolants;
} imc;

enum round {
    ROUND_NEW,
    ROUND_FIXPOINT,
    ROUND_NEAR /* an error is in reach: k too small */,
    ROUND_STOP
};

static terms *terms_of(const imc *m) { return m->program->terms; }

static void all_false(imc *m, term_vec *sets) {
    vec_clear(sets);
    for (loc l = {0}; l.id < m->program->locations.size; l.id++)
        vec_push(sets, term_false(terms_of(m)));
}

/* Side A: one segment from the start, or from the states `from`. */
typedef struct {
    solver *solver;
    unrolling unrolling;
    term_vec asserted; /* beside the unrolling's own */
} near_side;

static void near_assert(near_side *n, term a) {
    solver_assert(n->solver, a);
    vec_push(&n->asserted, a);
}

static bool near_open(imc *m, const term_vec *from, near_side *n) {
    terms *t = terms_of(m);
    n->solver = solver_new(t, m->options->solver, (solver_options){0}, NULL);
    if (!n->solver) return false;
    solver_set_budget(n->solver, m->base.budget);
    unroll_init(&n->unrolling, m->program, n->solver);
    if (!from) unroll_start(&n->unrolling, m->program->start, term_true(t));
    else unroll_start_anywhere(&n->unrolling);
    for (uint32_t i = 0; from && i < n->unrolling.frontier.size; i++) {
        const unroll_node *begin = &n->unrolling.nodes.data[n->unrolling.frontier.data[i]];
        near_assert(n, term_implies(t, begin->reach, from->data[begin->at.id]));
    }
    bool ok = unroll_advance(&n->unrolling, m->base.budget);
    for (uint32_t i = 0; i < n->unrolling.errors.size; i++)
        near_assert(n, term_not(t, n->unrolling.nodes.data[n->unrolling.errors.data[i]].reach));
    return ok;
}

static void near_close(near_side *n) {
    if (!n->solver) return;
    unroll_release(&n->unrolling);
    solver_delete(n->solver);
    vec_release(&n->asserted);
}

/* ---- by a proof ---- */

/* Side A as a formula over the states that it leads to: where it begins, the variables have other
 * names. */
static term near_formula(imc *m, const near_side *a, const unroll_node *n) {
    terms *t = terms_of(m);
    substitution before = {0};
    term_vec parts = {0};
    vec_append(&parts, a->unrolling.asserted.data, a->unrolling.asserted.size);
    vec_append(&parts, a->asserted.data, a->asserted.size);
    vec_push(&parts, n->reach);
    for (uint32_t i = 0; i < m->program->variables.size; i++) {
        term v = m->program->variables.data[i].var;
        subst_set(&before, t, v, term_fresh(t, term_name(t, v), term_sort(t, v)));
    }
    for (uint32_t i = 0; i < parts.size; i++)
        parts.data[i] = subst_apply(&before, t, parts.data[i]);
    for (uint32_t i = 0; i < m->program->variables.size; i++)
        vec_push(&parts, term_eq(t, m->program->variables.data[i].var,
                                 subst_apply(&before, t, n->state[i])));
    term all = term_and_n(t, parts.size, parts.data);
    subst_release(&before);
    vec_release(&parts);
    return all;
}

/* One interpolant for all states that the node is in. UNSAT: found; SAT: an error is near. */
static enum answer cover_by_proof(imc *m, near_side *a, const unroll_node *n) {
    terms *t = terms_of(m);
    term set, near = near_formula(m, a, n), far = far_formula(&m->far, n->at);
    budget little = time_limited(TIME_IMC_INTERPOLANT, *m->base.budget);
    solver *s = solver_new(t, m->options->solver, (solver_options){0}, NULL);
    if (!s) return ANSWER_UNKNOWN;
    solver_set_budget(s, &little);
    enum answer answer = solver_check(s, 2, (term[]){near, far});
    if (answer == ANSWER_UNSAT && !solver_interpolate(s, near, far, &set)) answer = ANSWER_UNKNOWN;
    solver_delete(s);
    if (answer != ANSWER_UNSAT) return answer;
    m->latest.data[n->at.id] = term_or(t, m->latest.data[n->at.id], set);
    m->interpolants++;
    return answer;
}

/* ---- state by state ---- */

/* Show that a state the node is in is far from errors, and add the set around it to the
 * interpolant. */
static enum round absorb(imc *m, near_side *a, const unroll_node *n, substitution *after) {
    terms *t = terms_of(m);
    term_vec state = {0};
    term set;
    for (uint32_t i = 0; i < m->program->variables.size; i++)
        vec_push(&state, value_to_term(m->base.result->pool,
                                       solver_value(a->solver, m->base.result->pool, n->state[i])));
    enum answer far = far_from_errors(&m->far, n->at, state.data, &set);
    vec_release(&state);
    if (far == ANSWER_UNKNOWN) return ROUND_STOP;
    if (far == ANSWER_SAT) return ROUND_NEAR;
    m->latest.data[n->at.id] = term_or(t, m->latest.data[n->at.id], set);
    solver_assert(a->solver, term_implies(t, n->reach, term_not(t, subst_apply(after, t, set))));
    m->cubes++;
    return ROUND_NEW;
}

/* Cover one node of side A by sets far from errors. */
static enum round cover(imc *m, near_side *a, const unroll_node *n) {
    terms *t = terms_of(m);
    substitution after = {0};
    enum round r = ROUND_NEW;
    enum answer proof = cover_by_proof(m, a, n);
    if (proof != ANSWER_UNKNOWN) return proof == ANSWER_UNSAT ? ROUND_NEW : ROUND_NEAR;
    for (uint32_t i = 0; i < m->program->variables.size; i++)
        subst_set(&after, t, m->program->variables.data[i].var, n->state[i]);
    enum answer found = ANSWER_UNKNOWN;
    while (r == ROUND_NEW && (found = solver_check(a->solver, 1, &n->reach)) == ANSWER_SAT)
        r = absorb(m, a, n, &after);
    subst_release(&after);
    return r != ROUND_NEW ? r : found == ANSWER_UNSAT ? ROUND_NEW : ROUND_STOP;
}

static enum round interpolate(imc *m, const term_vec *from) {
    near_side a = {0};
    enum round r = near_open(m, from, &a) ? ROUND_NEW : ROUND_STOP;
    all_false(m, &m->latest);
    for (uint32_t i = 0; r == ROUND_NEW && i < a.unrolling.frontier.size; i++)
        r = cover(m, &a, &a.unrolling.nodes.data[a.unrolling.frontier.data[i]]);
    near_close(&a);
    return r;
}

/* Is the latest interpolant inside what was reached before? If not, it joins it. */
static enum round join(imc *m) {
    terms *t = terms_of(m);
    enum round r = ROUND_FIXPOINT;
    solver *s = solver_new(t, m->options->solver, (solver_options){0}, NULL);
    if (!s) return ROUND_STOP;
    solver_set_budget(s, m->base.budget);
    for (loc l = {0}; l.id < m->reached.size; l.id++) {
        term outside = term_and(t, m->latest.data[l.id], term_not(t, m->reached.data[l.id]));
        enum answer a = term_is_false(t, outside) ? ANSWER_UNSAT : solver_check(s, 1, &outside);
        if (a == ANSWER_UNKNOWN) r = ROUND_STOP;
        if (a == ANSWER_SAT && r != ROUND_STOP) r = ROUND_NEW;
        m->reached.data[l.id] = term_or(t, m->reached.data[l.id], m->latest.data[l.id]);
    }
    solver_delete(s);
    return r;
}

/* Interpolants for the present k, until a fixpoint or until an error comes near. */
static enum round rounds(imc *m) {
    all_false(m, &m->reached);
    enum round r = interpolate(m, NULL);
    while (r == ROUND_NEW && (r = join(m)) == ROUND_NEW) {
        if (budget_over(m->base.budget)) return ROUND_STOP;
        term_vec from = {0};
        vec_append(&from, m->latest.data, m->latest.size);
        r = interpolate(m, &from);
        vec_release(&from);
    }
    return r;
}

static void proved(imc *m) {
    m->base.result->verdict = VERDICT_TRUE;
    m->base.result->reason[0] = 0;
    vec_clear(&m->base.result->invariant);
    for (loc l = {0}; l.id < m->program->locations.size; l.id++) {
        bool stop = bits_has(&m->far.unrolling.stops, l.id);
        vec_push(&m->base.result->invariant, stop ? m->reached.data[l.id] : (term){0});
    }
}

static void search(imc *m) {
    while (bmc_deepen(&m->base)) {
        if (!far_deepen(&m->far, m->base.budget)) return;
        if (!same_loc(m->base.limit, NO_LOC) || m->base.open) continue;
        enum round r = rounds(m);
        if (r == ROUND_FIXPOINT) {
            proved(m);
            return;
        }
    }
}

void imc_run(program *p, const engine_options *o, const budget *b, board *shared,
             engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    (void)shared;
    imc m = {.program = p, .options = o};
    result->engine = "imc";
    if (!bmc_init(&m.base, p, o, b, result)) return;
    m.base.progress = o->progress;
    if (far_init(&m.far, p, o, b)) search(&m);
    stats_set(&result->stats, "k", m.far.unrolling.depth);
    stats_set(&result->stats, "cubes", (double)m.cubes);
    stats_set(&result->stats, "interpolants", (double)m.interpolants);
    far_release(&m.far);
    bmc_release(&m.base);
    vec_release(&m.reached);
    vec_release(&m.latest);
}
