#include "engine/states/states.h"

#include "base/log.h"
#include "engine/common/cuts.h"
#include "engine/common/unroll.h"
#include "engine/states/table.h"
#include "program/liveness.h"
#include "term/range.h"

/* So many combinations are followed where some variable has more than a few values, or where all
 * have few. */
enum { FEW_VALUES = 8, MOST_STATES = 200, MOST_STATES_OF_FEW = 3000 };
/* Where following less lost what excludes the error, all is followed once more, for so many
 * combinations and so many CPU seconds: a ring buffer has its size times the number of its places.
 */
enum { MANY_STATES = 2000 };
static const double many_seconds = 2;
/* In a tuple, of a coarse member: added to the number of its cell (cuts.h). */
static const uint32_t cells_from = 1u << 31;

typedef struct {
    program *program;
    const engine_options *options;
    const budget *budget;
    engine_result *result;
    liveness live;
    u32_vec members; /* variables that are followed */
    bits coarse;     /* by variable: only its cells are distinguished */
    cuts cuts;
    vec(table) at; /* by location: ids of constants or cells, 0 where the variable is dead */
    vec(struct stored_state {
        loc at;
        uint32_t number;
    }) queue;
    uint64_t queries;
    uint32_t most;  /* combinations, where some variable has more than a few values */
    bool full;      /* too many combinations */
    bool less;      /* some variable is not followed, or not closely */
    bool reachable; /* an error seems to be */
    bool failed;    /* that, or there is no answer: the result says so */
} state_search;

static terms *terms_of(const state_search *x) { return x->program->terms; }

/* ---- which variables ---- */

static bool is_followed(const state_search *x, uint32_t i) {
    const terms *t = terms_of(x);
    sort s = term_sort(t, x->program->variables.data[i].var);
    if (sort_kind_of(t, s) != SORT_BOOL && !(sort_is_bv(t, s) && sort_width(t, s) <= 64))
        return false;
    for (loc l = {0}; l.id < x->live.at.size; l.id++)
        if (!same_loc(l, x->program->start) && bits_has(&x->live.at.data[l.id], i)) return true;
    return false;
}

static void forget_states(state_search *x) {
    for (loc l = {0}; l.id < x->at.size; l.id++) {
        table_release(&x->at.data[l.id]);
        x->at.data[l.id].length = x->members.size;
    }
    vec_clear(&x->queue);
    x->full = false;
}

/* The most values that a member has at some location. */
static uint32_t most_values(const state_search *x, uint32_t *member) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < x->members.size; i++)
        for (loc l = {0}; l.id < x->at.size; l.id++) {
            uint32_t n = table_values(&x->at.data[l.id], i);
            if (n > most) most = n, *member = i;
        }
    return most;
}

/* Too many combinations: follow a variable less closely. False: all have few values, so that would
 * not help. */
static bool follow_less(state_search *x) {
    uint32_t worst = 0;
    if (most_values(x, &worst) <= FEW_VALUES) return false;
    uint32_t var = x->members.data[worst];
    x->less = true;
    if (!bits_has(&x->coarse, var) && x->cuts.of.data[var].size) {
        bits_add(&x->coarse, var);
        forget_states(x);
        return true;
    }
    for (uint32_t i = worst; i + 1 < x->members.size; i++)
        x->members.data[i] = x->members.data[i + 1];
    x->members.size--;
    forget_states(x);
    return true;
}

/* ---- successors ---- */

static void add_state(state_search *x, loc at, const uint32_t *tuple) {
    uint32_t member;
    if (!table_add(&x->at.data[at.id], tuple)) return;
    struct stored_state s = {at, x->at.data[at.id].size - 1};
    vec_push(&x->queue, s);
    x->full |= x->queue.size >= MOST_STATES_OF_FEW ||
               (x->queue.size == x->most && most_values(x, &member) > FEW_VALUES);
}

/* How a member's value is told. */
static uint32_t entry_of(const state_search *x, uint32_t var, term constant) {
    const terms *t = terms_of(x);
    uint64_t number = 0;
    if (!bits_has(&x->coarse, var)) return constant.id;
    term_get_u64(t, constant, &number);
    int64_t at = bv_signed(term_width(t, constant), number);
    return cells_from + cuts_cell(&x->cuts.of.data[var], at);
}

/* The value, a term, is the one that the entry tells. */
static term is_entry(state_search *x, uint32_t var, term a, uint32_t entry) {
    terms *t = terms_of(x);
    if (entry < cells_from) return term_eq(t, a, (term){entry});
    const cut_vec *of = &x->cuts.of.data[var];
    uint32_t cell = entry - cells_from, w = term_width(t, a);
    term in = term_true(t);
    if (cell) in = term_not(t, term_2(t, OP_BVSLT, a, term_bv(t, w, (uint64_t)of->data[cell - 1])));
    if (cell < of->size)
        in = term_and(t, in, term_2(t, OP_BVSLT, a, term_bv(t, w, (uint64_t)of->data[cell])));
    return in;
}

/* The one value of the entry; none: it has several. */
static term single_value(const state_search *x, uint32_t var, uint32_t entry) {
    terms *t = terms_of(x);
    if (entry < cells_from) return (term){entry};
    const cut_vec *of = &x->cuts.of.data[var];
    uint32_t cell = entry - cells_from;
    if (!cell || cell == of->size || of->data[cell - 1] + 1 != of->data[cell]) return (term){0};
    return term_bv(t, term_width(t, x->program->variables.data[var].var),
                   (uint64_t)of->data[cell - 1]);
}

/* The values of the members at a node, by syntax (false: they are not all constants) or in the
 * solver's model. */
static bool tuple_of(state_search *x, const unroll_node *n, solver *s, u32_vec *out) {
    vec_clear(out);
    for (uint32_t i = 0; i < x->members.size; i++) {
        uint32_t v = x->members.data[i];
        term a = n->state[v];
        bool live = bits_has(&x->live.at.data[n->at.id], v);
        if (live && !term_is_const(terms_of(x), a)) {
            if (!s) return false;
            a = value_to_term(x->result->pool, solver_value(s, x->result->pool, a));
        }
        vec_push(out, live ? entry_of(x, v, a) : 0);
    }
    return true;
}

/* The node is not reached with these values. */
static term exclusion(state_search *x, const unroll_node *n, const u32_vec *tuple) {
    terms *t = terms_of(x);
    term_vec parts = {0};
    vec_push(&parts, term_not(t, n->reach));
    for (uint32_t i = 0; i < tuple->size; i++)
        if (tuple->data[i])
            vec_push(&parts, term_not(t, is_entry(x, x->members.data[i],
                                                  n->state[x->members.data[i]], tuple->data[i])));
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
        if (!table_has(&x->at.data[n->at.id], tuple.data) &&
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

static void follow_segment(state_search *x, unrolling *u) {
    if (!unroll_advance(u, x->budget)) {
        fail(x, budget_stop(x->budget));
        return;
    }
    for (uint32_t i = 0; i < u->errors.size && !x->failed; i++)
        if (ask(x, u->solver, u->nodes.data[u->errors.data[i]].reach) == ANSWER_SAT) {
            fail(x, not_by_values);
            x->reachable = true;
        }
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
    for (uint32_t i = 0; tuple && i < x->members.size; i++) {
        uint32_t v = x->members.data[i];
        term single = tuple[i] ? single_value(x, v, tuple[i]) : (term){0};
        if (single.id) unroll_fix(&u, v, single);
        else if (tuple[i])
            solver_assert(s, is_entry(x, v, x->program->variables.data[v].var, tuple[i]));
    }
    unroll_start(&u, at, term_true(terms_of(x)));
    follow_segment(x, &u);
    unroll_release(&u);
    solver_delete(s);
}

/* Everything that is reached, or full or failed. */
static void follow_all(state_search *x) {
    u32_vec tuple = {0};
    follow(x, x->program->start, NULL);
    for (uint32_t i = 0; i < x->queue.size && !x->failed && !x->full; i++) {
        struct stored_state s = x->queue.data[i];
        vec_clear(&tuple);
        vec_append(&tuple, table_at(&x->at.data[s.at.id], s.number), x->members.size);
        progress_tell(x->options->progress, UNIT_STATES, x->queue.size, 0, x->queries);
        follow(x, s.at, tuple.data);
    }
    vec_release(&tuple);
}

/* ---- the invariant ---- */

static term equation(state_search *x, uint32_t member, uint32_t entry) {
    uint32_t v = x->members.data[member];
    return is_entry(x, v, x->program->variables.data[v].var, entry);
}

/* What is the same in all combinations is said once. */
static term states_formula(state_search *x, const table *all) {
    terms *t = terms_of(x);
    term_vec equal = {0}, any = {0}, one = {0};
    bits constant = {0};
    for (uint32_t i = 0; i < x->members.size; i++) {
        uint32_t first = table_at(all, 0)[i];
        if (!first || table_values(all, i) > 1) continue;
        bits_add(&constant, i);
        vec_push(&equal, equation(x, i, first));
    }
    for (uint32_t k = 0; k < all->size; k++) {
        vec_clear(&one);
        for (uint32_t i = 0; i < x->members.size; i++)
            if (!bits_has(&constant, i) && table_at(all, k)[i])
                vec_push(&one, equation(x, i, table_at(all, k)[i]));
        vec_push(&any, term_and_n(t, one.size, one.data));
    }
    vec_push(&equal, term_or_n(t, any.size, any.data));
    term result = term_and_n(t, equal.size, equal.data);
    vec_release(&equal);
    vec_release(&any);
    vec_release(&one);
    bits_release(&constant);
    return result;
}

/* A loop head without a combination is not reached. */
static void prove(state_search *x) {
    unrolling u; /* knows the loop heads */
    unroll_init(&u, x->program, NULL);
    vec_clear(&x->result->invariant);
    for (loc l = {0}; l.id < x->at.size; l.id++) {
        term here = x->at.data[l.id].size ? states_formula(x, &x->at.data[l.id])
                                          : term_bool(terms_of(x), !bits_has(&u.stops, l.id));
        vec_push(&x->result->invariant, here);
    }
    x->result->verdict = VERDICT_TRUE;
    x->result->proof = PROOF_INVARIANT;
    unroll_release(&u);
}

static void begin(state_search *x, uint32_t most) {
    vec_clear(&x->members);
    bits_clear(&x->coarse);
    for (uint32_t i = 0; i < x->program->variables.size; i++)
        if (is_followed(x, i)) vec_push(&x->members, i);
    x->most = most;
    x->less = x->reachable = x->failed = false;
    forget_states(x);
}

static void follow_closely_again(state_search *x) {
    budget limits = budget_effort(*x->budget, many_seconds);
    const budget *whole = x->budget;
    begin(x, MANY_STATES);
    x->budget = &limits;
    follow_all(x);
    x->budget = whole;
    if (x->failed) fail(x, not_by_values);
}

void states_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    LOG("states", "%u variables", p->variables.size);
    (void)shared;
    state_search x = {.program = p, .options = o, .budget = b, .result = result};
    result->engine = "states";
    liveness_of(p, &x.live);
    vec_resize(&x.at, p->locations.size);
    cuts_find(&x.cuts, p);
    begin(&x, MOST_STATES);
    follow_all(&x);
    while (!x.failed && x.full && follow_less(&x)) follow_all(&x);
    if (x.reachable && x.less) follow_closely_again(&x);
    if (x.full && !x.failed) engine_unknown(result, "too many combinations of values");
    else if (!x.failed) prove(&x);
    stats_set(&result->stats, "states", x.queue.size);
    stats_set(&result->stats, "variables followed", x.members.size);
    stats_set(&result->stats, "queries", (double)x.queries);
    x.members.size = 0;
    forget_states(&x);
    cuts_release(&x.cuts);
    bits_release(&x.coarse);
    vec_release(&x.members);
    vec_release(&x.at);
    vec_release(&x.queue);
    liveness_release(&x.live);
}
