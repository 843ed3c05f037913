/* The combinations of values that variables have together at locations, one by one.
 *
 * Two strategies keep the same tuples (tuples.h) and differ in who says what follows one of them,
 * and in which variables are followed.
 *
 * `values` asks a solver, at loop heads, and begins with all variables. State machines written as
 * programs (controllers, protocol handlers, generated code) have many variables and paths, and
 * often few states. From each tuple, the segment up to the next loop heads is unrolled with
 * constants, which folds most of it away, and a solver names the tuples that follow. If there are
 * too many, of the variables with many values only the cells between the constants that the
 * program compares them with (common/cuts.h) are distinguished, and if that is not enough the one
 * with the most is no longer followed. Where tuples lead to an error, one run is followed through
 * them, stop by stop (retrace.h): a violation that is many steps away costs one query for each.
 *
 * `values/ranges` executes edges on ranges, at all locations, and begins with no variable. Large
 * programs are about flags: a lock that is held, a state of a protocol, the call that a shared body
 * returns to. A path to an error along which ranges show that no run takes it names the variables
 * that are to be followed, as few as show it; then all begins again (counterexample-guided
 * refinement by explicit values, Beyer and Löwe, FASE 2013). A variable that has too many values is
 * given up. A solver is asked only whether a run takes a path that values do not exclude.
 *
 * Direction of both: variables that are not followed may have any value, so the set of what is
 * reached only grows. If no tuple leads to an error, all of them together are the invariant. */
#include "engine/engine.h"

#include "base/log.h"
#include "base/time_limits.h"
#include "engine/common/unroll.h"
#include "engine/values/retrace.h"
#include "engine/values/tuples.h"
#include "term/range.h"

/* So many tuples are followed where some variable has more than a few values, or where all have
 * few: state machines with numbers soon show that they have too many. */
enum { MOST_STATES = 64, MOST_STATES_OF_FEW = 5000 };
/* Where following less lost what excludes the error, all is followed once more, for so many
 * tuples and TIME_VALUES_MANY: a ring buffer has its size times the number of its places. */
enum { MANY_STATES = 2000 };

typedef struct {
    tuples reached; /* at loop heads; dead variables have ENTRY_ANY */
    program *program;
    const engine_options *options;
    const budget *budget;
    engine_result *result;
    bits coarse; /* by variable: only its cells are distinguished */
    uint64_t queries;
    uint32_t from;  /* 1 + the node whose followers are looked for; 0: the start */
    uint32_t most;  /* tuples, where some variable has more than a few values */
    bool full;      /* too many tuples */
    bool less;      /* some variable is not followed, or not closely */
    bool reachable; /* an error seems to be */
    bool failed;    /* that, or there is no answer: the result says so */
} state_search;

static terms *terms_of(const state_search *x) { return x->program->terms; }

/* ---- which variables ---- */

static bool is_followed(const state_search *x, uint32_t i) {
    if (!tuples_can_follow(x->program, i)) return false;
    for (loc l = {0}; l.id < x->program->locations.size; l.id++)
        if (!same_loc(l, x->program->start) && bits_has(&x->reached.live.at.data[l.id], i))
            return true;
    return false;
}

static bool follow_cells(state_search *x, uint32_t var) {
    if (bits_has(&x->coarse, var) || !x->reached.cuts.of.data[var].size) return false;
    bits_add(&x->coarse, var);
    return true;
}

/* Too many tuples: follow less closely what has many values. False: all have few values, so that
 * would not help. */
static bool follow_less(state_search *x) {
    uint32_t worst = 0;
    bool less = false;
    if (tuples_most_values(&x->reached, NULL, &worst) <= FEW_VALUES) return false;
    x->less = true;
    x->full = false;
    for (uint32_t i = 0; i < x->reached.members.size; i++)
        if (tuples_values(&x->reached, i) > FEW_VALUES)
            less |= follow_cells(x, x->reached.members.data[i]);
    if (less) tuples_clear(&x->reached);
    else tuples_drop_member(&x->reached, worst);
    return true;
}

/* ---- successors ---- */

static void add_state(state_search *x, loc at, const uint32_t *tuple) {
    uint32_t member;
    if (!tuples_add(&x->reached, at, tuple, x->from, NO_EDGE)) return;
    uint32_t n = x->reached.nodes.size;
    x->full |= n >= MOST_STATES_OF_FEW ||
               (n == x->most && tuples_most_values(&x->reached, &x->coarse, &member) > FEW_VALUES);
}

/* How a member's value is told. */
static uint32_t entry_of(const state_search *x, uint32_t var, term constant) {
    const terms *t = terms_of(x);
    uint64_t number = 0;
    if (!bits_has(&x->coarse, var)) return constant.id;
    term_get_u64(t, constant, &number);
    int64_t at = bv_signed(term_width(t, constant), number);
    return ENTRY_CELLS + cuts_cell(&x->reached.cuts.of.data[var], at);
}

/* The one value of the entry; none: it has several. */
static term single_value(const state_search *x, uint32_t var, uint32_t entry) {
    terms *t = terms_of(x);
    if (entry < ENTRY_CELLS) return (term){entry};
    const cut_vec *of = &x->reached.cuts.of.data[var];
    uint32_t cell = entry - ENTRY_CELLS;
    if (!cell || cell == of->size || of->data[cell - 1] + 1 != of->data[cell]) return (term){0};
    return term_bv(t, term_width(t, x->program->variables.data[var].var),
                   (uint64_t)of->data[cell - 1]);
}

/* The values of the members at a node, by syntax (false: they are not all constants) or in the
 * solver's model. */
static bool tuple_of(state_search *x, const unroll_node *n, solver *s, u32_vec *out) {
    vec_clear(out);
    for (uint32_t i = 0; i < x->reached.members.size; i++) {
        uint32_t v = x->reached.members.data[i];
        term a = n->state[v];
        bool live = bits_has(&x->reached.live.at.data[n->at.id], v);
        if (live && !term_is_const(terms_of(x), a)) {
            if (!s) return false;
            a = value_to_term(x->result->pool, solver_value(s, x->result->pool, a));
        }
        vec_push(out, live ? entry_of(x, v, a) : 0);
    }
    return true;
}

static term entry_at(const state_search *x, const unroll_node *n, uint32_t place, uint32_t entry) {
    uint32_t v = x->reached.members.data[place];
    return tuples_entry(&x->reached, v, n->state[v], entry);
}

/* The node is not reached with these values. */
static term exclusion(state_search *x, const unroll_node *n, const u32_vec *tuple) {
    terms *t = terms_of(x);
    term_vec parts = {0};
    vec_push(&parts, term_not(t, n->reach));
    for (uint32_t i = 0; i < tuple->size; i++)
        if (tuple->data[i]) vec_push(&parts, term_not(t, entry_at(x, n, i, tuple->data[i])));
    term any = term_or_n(t, parts.size, parts.data);
    vec_release(&parts);
    return any;
}

static void fail(state_search *x, stop_reason why) {
    x->failed = true;
    engine_stop(x->result, why);
}

static const stop_reason not_by_values = {0, "values alone do not exclude an error or a limit"};

static enum answer ask(state_search *x, solver *s, term a) {
    if (term_is_const(terms_of(x), a))
        return term_is_true(terms_of(x), a) ? ANSWER_SAT : ANSWER_UNSAT;
    x->queries++;
    enum answer answer = solver_check(s, 1, &a);
    if (answer == ANSWER_UNKNOWN) fail(x, solver_stop(s));
    return answer;
}

/* All combinations with which the node is reached. */
static void add_followers(state_search *x, unrolling *u, uint32_t node) {
    const unroll_node *n = &u->nodes.data[node];
    u32_vec tuple = {0};
    if (tuple_of(x, n, NULL, &tuple)) {
        if (!table_has(&x->reached.at.data[n->at.id], tuple.data) &&
            ask(x, u->solver, n->reach) == ANSWER_SAT)
            add_state(x, n->at, tuple.data);
        vec_release(&tuple);
        return;
    }
    while (!x->failed && !x->full) {
        x->queries++;
        enum answer a = solver_check(u->solver, 1, &n->reach);
        if (a == ANSWER_UNKNOWN) fail(x, solver_stop(u->solver));
        if (a != ANSWER_SAT) break;
        tuple_of(x, n, u->solver, &tuple);
        add_state(x, n->at, tuple.data);
        solver_assert(u->solver, exclusion(x, n, &tuple));
    }
    vec_release(&tuple);
}

/* An error seems to be reachable: is it, by way of the tuples that led here? */
static void try_run(state_search *x) {
    u32_vec stops = {0};
    for (uint32_t i = x->from; i; i = x->reached.nodes.data[i - 1].parent) vec_push(&stops, i - 1);
    for (uint32_t i = 0, n = stops.size; i < n / 2; i++) {
        uint32_t stop = stops.data[i];
        stops.data[i] = stops.data[n - 1 - i];
        stops.data[n - 1 - i] = stop;
    }
    x->failed = x->reachable = true;
    if (!retrace_stops(&x->reached, &stops, x->options, x->budget, x->result))
        fail(x, not_by_values);
    vec_release(&stops);
}

static void follow_segment(state_search *x, unrolling *u) {
    if (!unroll_advance(u, x->budget)) {
        fail(x, budget_stop(x->budget));
        return;
    }
    for (uint32_t i = 0; i < u->errors.size && !x->failed; i++)
        if (ask(x, u->solver, u->nodes.data[u->errors.data[i]].reach) == ANSWER_SAT) try_run(x);
    for (uint32_t i = 0; i < u->frontier.size && !x->failed && !x->full; i++)
        add_followers(x, u, u->frontier.data[i]);
}

/* One segment from a location where the members have the values of the tuple; NULL: from the start,
 * with any values. */
static void follow(state_search *x, loc at, const uint32_t *tuple) {
    const char *why = "";
    unrolling u;
    solver *s = solver_new(terms_of(x), x->options->solver, (solver_options){0}, &why);
    if (!s) {
        fail(x, (stop_reason){0, why});
        return;
    }
    solver_set_budget(s, x->budget);
    unroll_init(&u, x->program, s);
    for (uint32_t i = 0; tuple && i < x->reached.members.size; i++) {
        uint32_t v = x->reached.members.data[i];
        term single = tuple[i] ? single_value(x, v, tuple[i]) : (term){0};
        if (single.id) unroll_fix(&u, v, single);
        else if (tuple[i])
            solver_assert(
                s, tuples_entry(&x->reached, v, x->program->variables.data[v].var, tuple[i]));
    }
    unroll_start(&u, at, term_true(terms_of(x)));
    follow_segment(x, &u);
    unroll_release(&u);
    solver_delete(s);
}

/* Everything that is reached, or full or failed. */
static void follow_all(state_search *x) {
    u32_vec tuple = {0};
    x->from = 0;
    follow(x, x->program->start, NULL);
    for (uint32_t i = 0; i < x->reached.nodes.size && !x->failed && !x->full; i++) {
        tuple_node n = x->reached.nodes.data[i];
        vec_clear(&tuple);
        vec_append(&tuple, table_at(&x->reached.at.data[n.at.id], n.number),
                   x->reached.members.size);
        progress_tell(x->options->progress, UNIT_STATES, x->reached.nodes.size, 0, x->queries);
        x->from = i + 1;
        follow(x, n.at, tuple.data);
    }
    vec_release(&tuple);
}

/* Loop heads are followed. */
static void prove(state_search *x) {
    unrolling u; /* knows them */
    unroll_init(&u, x->program, NULL);
    tuples_prove(&x->reached, &u.stops, x->result);
    unroll_release(&u);
}

static void begin(state_search *x, uint32_t most) {
    vec_clear(&x->reached.members);
    bits_clear(&x->coarse);
    for (uint32_t i = 0; i < x->program->variables.size; i++)
        if (is_followed(x, i)) vec_push(&x->reached.members, i);
    x->most = most;
    x->less = x->reachable = x->failed = x->full = false;
    tuples_clear(&x->reached);
}

static void follow_closely_again(state_search *x) {
    budget limits = time_limited(TIME_VALUES_MANY, *x->budget);
    const budget *whole = x->budget;
    begin(x, MANY_STATES);
    x->budget = &limits;
    follow_all(x);
    x->budget = whole;
    if (x->failed && x->result->verdict == VERDICT_UNKNOWN) fail(x, not_by_values);
}

void values_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    LOG("values", "by a solver, %u variables", p->variables.size);
    (void)shared;
    state_search x = {.program = p, .options = o, .budget = b, .result = result};
    result->engine = "values";
    tuples_init(&x.reached, p);
    begin(&x, MOST_STATES);
    follow_all(&x);
    while (!x.failed && x.full && follow_less(&x)) follow_all(&x);
    if (x.reachable && x.less && result->verdict == VERDICT_UNKNOWN) follow_closely_again(&x);
    if (x.full && !x.failed) engine_unknown(result, "too many combinations of values");
    else if (!x.failed) prove(&x);
    stats_set(&result->stats, "states", x.reached.nodes.size);
    stats_set(&result->stats, "variables followed", x.reached.members.size);
    stats_set(&result->stats, "queries", (double)x.queries);
    bits_release(&x.coarse);
    tuples_release(&x.reached);
}
