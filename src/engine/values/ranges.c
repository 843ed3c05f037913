/* Tuples by ranges, over the few variables that counterexamples name (values.c). */
#include "engine/engine.h"

#include "base/log.h"
#include "engine/values/retrace.h"
#include "engine/values/step.h"

#include <string.h>

/* Tuples of all locations, at first and at most; and of a position of a path. */
enum { FEW_NODES = 2500, MOST_NODES = 2560000, MOST_ON_PATH = 300 };

typedef struct {
    tuples reached; /* at all locations */
    program *program;
    const budget *budget;
    const engine_options *options;
    engine_result *result;
    stepper step;
    bits given_up; /* variables that have too many values */
    bits plain;    /* variables that are only assigned constants and each other */
    edge_vec path; /* to an error */
    bool full;     /* too many tuples */
    uint32_t most; /* nodes */
    uint32_t refinements;
} value_search;

/* ---- which variables are plain ---- */
static bool is_plain_value(const value_search *x, term a) {
    const terms *t = x->program->terms;
    const variable *v = term_is_var(t, a) ? program_variable(x->program, a) : NULL;
    if (term_op(t, a) == OP_ITE)
        return is_plain_value(x, term_arg(t, a, 1)) && is_plain_value(x, term_arg(t, a, 2));
    return term_is_const(t, a) ||
           (v && bits_has(&x->plain, (uint32_t)(v - x->program->variables.data)));
}

static bool spoil(value_search *x, cmd c) {
    const program *p = x->program;
    enum cmd_kind k = cmd_kind_of(p, c);
    bool any = false;
    for (uint32_t i = 0; i < cmd_size(p, c); i++) any |= spoil(x, cmd_part(p, c, i));
    if (k != CMD_ASSIGN && k != CMD_HAVOC) return any;
    uint32_t v = assigned_by(&x->reached.live, c);
    if (!bits_has(&x->plain, v) || (k == CMD_ASSIGN && is_plain_value(x, cmd_term(p, c))))
        return any;
    bits_remove(&x->plain, v);
    return true;
}

static void find_plain(value_search *x) {
    const program *p = x->program;
    for (uint32_t i = 0; i < p->variables.size; i++) bits_add(&x->plain, i);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < p->edges.size; i++)
            if (!p->edges.data[i].removed) more |= spoil(x, p->edges.data[i].command);
    }
}

/* ---- all that is reached ---- */
static void note_path(value_search *x, uint32_t node) {
    vec_clear(&x->path);
    for (; node; node = x->reached.nodes.data[node].parent)
        vec_push(&x->path, x->reached.nodes.data[node].edge);
    for (uint32_t i = 0, n = x->path.size; i < n / 2; i++) {
        edge_id e = x->path.data[i];
        x->path.data[i] = x->path.data[n - 1 - i];
        x->path.data[n - 1 - i] = e;
    }
}

/* Follows one edge from a node; an error that is reached ends the search. */
static void follow(value_search *x, uint32_t from, edge_id e) {
    loc at = x->reached.nodes.data[from].at, to = x->program->edges.data[e.id].to;
    uint32_t before = x->reached.at.data[to.id].size, length = x->reached.members.size;
    u32_vec tuple = {0};
    vec_append(&tuple, table_at(&x->reached.at.data[at.id], x->reached.nodes.data[from].number),
               length);
    step_edge(&x->step, e, tuple.data, &x->reached.at.data[to.id]);
    vec_release(&tuple);
    for (uint32_t i = before; i < x->reached.at.data[to.id].size; i++)
        vec_push(&x->reached.nodes, ((tuple_node){to, i, from, e}));
    if (x->reached.at.data[to.id].size > before &&
        (program_is_error(x->program, to) || program_is_limit(x->program, to)))
        note_path(x, x->reached.nodes.size - 1);
    x->full |= x->reached.nodes.size >= x->most;
}

/* False: the budget is over. */
static bool search(value_search *x) {
    u32_vec open = {0};
    tuples_clear(&x->reached);
    vec_clear(&x->path);
    x->full = false;
    vec_resize(&open, x->reached.members.size);
    tuples_add(&x->reached, x->program->start, open.data, 0, NO_EDGE);
    vec_release(&open);
    for (uint32_t i = 0; i < x->reached.nodes.size && !x->path.size && !x->full; i++) {
        const edge_id *out;
        uint32_t n = program_out(x->program, x->reached.nodes.data[i].at, &out);
        if (budget_over(x->budget)) return false;
        for (uint32_t k = 0; k < n && !x->path.size && !x->full; k++) follow(x, i, out[k]);
        progress_tell(x->options->progress, UNIT_STATES, x->reached.nodes.size, 0, x->refinements);
    }
    return true;
}

/* Too many tuples: a variable is given up; plain ones have few values. */
static bool give_up_one(value_search *x) {
    uint32_t worst = 0;
    if (tuples_most_values(&x->reached, &x->plain, &worst) <= FEW_VALUES) return false;
    bits_add(&x->given_up, x->reached.members.data[worst]);
    tuples_drop_member(&x->reached, worst);
    return true;
}

static bool allow_more(value_search *x) {
    if (x->most >= MOST_NODES) return false;
    x->most *= 4;
    return true;
}

/* ---- refinement ---- */
/* No run takes the path, as tuples of the members show. */
static bool is_refuted(value_search *x) {
    table now = {.length = x->reached.members.size}, after = now;
    u32_vec open = {0};
    vec_resize(&open, x->reached.members.size);
    table_add(&now, open.data);
    vec_release(&open);
    for (uint32_t i = 0; i < x->path.size && now.size && now.size <= MOST_ON_PATH; i++) {
        for (uint32_t k = 0; k < now.size && !budget_over(x->budget); k++)
            step_edge(&x->step, x->path.data[i], table_at(&now, k), &after);
        table_release(&now);
        now = after;
        after = (table){.length = x->reached.members.size};
    }
    bool refuted = !now.size && !budget_over(x->budget);
    table_release(&now);
    table_release(&after);
    return refuted;
}

/* Variables that the path passes on from one edge to the next. */
static void find_candidates(value_search *x, bool plain, u32_vec *out) {
    bits found = {0};
    for (uint32_t i = 0; i < x->reached.members.size; i++)
        bits_add(&found, x->reached.members.data[i]);
    for (uint32_t i = 1; i < x->path.size; i++) {
        loc at = x->program->edges.data[x->path.data[i].id].from;
        for (uint32_t v = 0; v < x->program->variables.size; v++) {
            if (!bits_has(&x->reached.live.at.data[at.id], v) || bits_has(&found, v) ||
                bits_has(&x->given_up, v) || !tuples_can_follow(x->program, v) ||
                (plain && !bits_has(&x->plain, v)))
                continue;
            bits_add(&found, v);
            vec_push(out, v);
        }
    }
    bits_release(&found);
}

/* Leaves out candidates [from, to) if the path is refuted without them. */
static bool leave_out(value_search *x, u32_vec *candidates, uint32_t from, uint32_t to) {
    uint32_t old = x->reached.members.size;
    for (uint32_t i = 0; i < candidates->size; i++)
        if (i < from || i >= to) vec_push(&x->reached.members, candidates->data[i]);
    bool refuted = is_refuted(x);
    x->reached.members.size = old;
    if (!refuted) return false;
    memmove(candidates->data + from, candidates->data + to,
            (candidates->size - to) * sizeof *candidates->data);
    candidates->size -= to - from;
    return true;
}

static void minimize(value_search *x, u32_vec *candidates) {
    for (uint32_t chunk = (candidates->size + 1) / 2; chunk && candidates->size; chunk /= 2)
        for (uint32_t i = 0; i < candidates->size;) {
            uint32_t end = i + chunk < candidates->size ? i + chunk : candidates->size;
            if (!leave_out(x, candidates, i, end)) i = end;
        }
}

static bool refine_among(value_search *x, bool plain) {
    u32_vec candidates = {0};
    find_candidates(x, plain, &candidates);
    bool refuted = leave_out(x, &candidates, 0, 0);
    if (refuted) {
        minimize(x, &candidates);
        vec_append(&x->reached.members, candidates.data, candidates.size);
    }
    vec_release(&candidates);
    return refuted;
}

/* More members, so that the path is refuted. */
static bool refine(value_search *x) {
    x->refinements++;
    return refine_among(x, true) || refine_among(x, false);
}

/* A path that is not refuted may be a run. */
static void end_with_path(value_search *x) {
    bool error = x->path.size &&
                 program_is_error(x->program, x->program->edges.data[vec_last(&x->path).id].to);
    if (!error || !retrace(x->program, &x->path, x->options, x->budget, x->result))
        engine_unknown(x->result, "values alone do not exclude an error or a limit");
}

static void decide(value_search *x) {
    while (search(x)) {
        if (x->full && (give_up_one(x) || allow_more(x))) continue;
        if (!x->path.size && !x->full) tuples_prove(&x->reached, NULL, x->result);
        else if (x->full || !refine(x)) end_with_path(x);
        else continue;
        return;
    }
    engine_stop(x->result, budget_stop(x->budget));
}

void values_ranges_run(program *p, const engine_options *o, const budget *b, board *shared,
                       engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    LOG("values", "by ranges, %u variables", p->variables.size);
    (void)shared;
    value_search x = {.program = p, .options = o, .budget = b, .result = result, .most = FEW_NODES};
    result->engine = "values/ranges";
    solvers_record(p->terms, SOLVED_BY_RANGES);
    tuples_init(&x.reached, p);
    stepper_init(&x.step, &x.reached.live, &x.reached.members);
    find_plain(&x);
    decide(&x);
    stats_set(&result->stats, "states", x.reached.nodes.size);
    stats_set(&result->stats, "variables followed", x.reached.members.size);
    stats_set(&result->stats, "refinements", x.refinements);
    vec_release(&x.path);
    bits_release(&x.given_up);
    bits_release(&x.plain);
    stepper_release(&x.step);
    tuples_release(&x.reached);
}
