#include "engine/values/retrace.h"

#include "base/log.h"
#include "engine/common/unroll.h"

/* Asserts that each edge is passed. Returns, by edge, where its events end in the log. */
static u32_vec pass_edges(symbolic *x, const edge_vec *path, solver *s) {
    const program *p = x->program;
    u32_vec ends = {0};
    for (uint32_t i = 0; i < p->variables.size; i++) symbolic_set(x, i, p->variables.data[i].var);
    for (uint32_t i = 0; i < path->size; i++) {
        solver_assert(s, symbolic_run(x, p->edges.data[path->data[i].id].command));
        vec_push(&ends, x->log.size);
    }
    return ends;
}

static void tell_trace(const symbolic *x, const edge_vec *path, const u32_vec *ends, solver *s,
                       engine_result *r) {
    const program *p = x->program;
    r->verdict = VERDICT_FALSE;
    r->reached = p->edges.data[vec_last(path).id].to;
    for (uint32_t i = 0; i < path->size; i++) {
        vec_push(&r->trace.edges, path->data[i]);
        unroll_inputs(x, i ? ends->data[i - 1] : 0, ends->data[i], s, r);
    }
    for (uint32_t i = 0; i < p->variables.size; i++) {
        term var = p->variables.data[i].var;
        model_set(&r->trace.initial, var, solver_value(s, r->pool, var));
    }
}

bool retrace(program *p, const edge_vec *path, const engine_options *o, const budget *b,
             engine_result *result) {
    assert_debug(path->size);
    LOG("values", "retrace a path of %u edges", path->size);
    solver *s = solver_new(p->terms, o->solver, (solver_options){.seed = (uint32_t)o->seed}, NULL);
    if (!s) return false;
    symbolic x;
    solver_set_budget(s, b);
    symbolic_init(&x, p);
    u32_vec ends = pass_edges(&x, path, s);
    bool run = solver_check(s, 0, NULL) == ANSWER_SAT;
    if (run) tell_trace(&x, path, &ends, s, result);
    vec_release(&ends);
    symbolic_release(&x);
    solver_delete(s);
    return run;
}

/* ---- from stop to stop ---- */

typedef struct {
    tuples *of;
    const engine_options *options;
    const budget *budget;
    engine_result *result;
    term_vec state; /* by variable: where the run is; empty: before its start */
    loc at;
} stop_run;

/* The node at the stop, with its tuple; NO_TUPLE: any error. */
enum { NO_TUPLE = UINT32_MAX };

static term wanted(const stop_run *x, const unroll_node *n, uint32_t stop) {
    terms *t = x->of->program->terms;
    const tuple_node *to = &x->of->nodes.data[stop];
    const uint32_t *tuple = table_at(&x->of->at.data[to->at.id], to->number);
    term all = n->reach;
    for (uint32_t i = 0; i < x->of->members.size; i++) {
        uint32_t v = x->of->members.data[i];
        all = term_and(t, all, tuples_entry(x->of, v, n->state[v], tuple[i]));
    }
    return all;
}

static bool reaches(unrolling *u, term condition) {
    return !term_is_false(u->program->terms, condition) &&
           solver_check(u->solver, 1, &condition) == ANSWER_SAT;
}

static bool find_error(stop_run *x, unrolling *u, uint32_t *found) {
    for (uint32_t i = 0; i < u->errors.size; i++) {
        *found = u->errors.data[i];
        if (program_is_error(x->of->program, u->nodes.data[*found].at) &&
            reaches(u, u->nodes.data[*found].reach))
            return true;
    }
    return false;
}

static bool find_stop(stop_run *x, unrolling *u, uint32_t stop, uint32_t *found) {
    for (uint32_t i = 0; i < u->frontier.size; i++) {
        *found = u->frontier.data[i];
        const unroll_node *n = &u->nodes.data[*found];
        if (same_loc(n->at, x->of->nodes.data[stop].at) && reaches(u, wanted(x, n, stop)))
            return true;
    }
    return false;
}

/* Where the model of the solver stands at the node. */
static void stand_at(stop_run *x, unrolling *u, uint32_t node) {
    const unroll_node *n = &u->nodes.data[node];
    x->at = n->at;
    vec_clear(&x->state);
    for (uint32_t i = 0; i < x->of->program->variables.size; i++) {
        term a = n->state[i];
        if (!term_is_const(x->of->program->terms, a))
            a = value_to_term(x->result->pool, solver_value(u->solver, x->result->pool, a));
        vec_push(&x->state, a);
    }
}

static bool go_on(stop_run *x, unrolling *u, uint32_t stop) {
    uint32_t node;
    bool first = !x->state.size;
    for (uint32_t i = 0; i < x->state.size; i++) unroll_fix(u, i, x->state.data[i]);
    unroll_start(u, x->at, term_true(x->of->program->terms));
    if (!unroll_advance(u, x->budget) ||
        !(stop == NO_TUPLE ? find_error(x, u, &node) : find_stop(x, u, stop, &node)))
        return false;
    if (stop == NO_TUPLE) x->at = u->nodes.data[node].at;
    else stand_at(x, u, node);
    if (first) unroll_trace(u, node, x->result);
    else unroll_path(u, node, x->result);
    return true;
}

static bool pass_segment(stop_run *x, uint32_t stop) {
    solver *s = solver_new(x->of->program->terms, x->options->solver, (solver_options){0}, NULL);
    if (!s) return false;
    unrolling u;
    solver_set_budget(s, x->budget);
    unroll_init(&u, x->of->program, s);
    bool passed = go_on(x, &u, stop);
    unroll_release(&u);
    solver_delete(s);
    return passed;
}

static bool has_words_only(const program *p) {
    for (uint32_t i = 0; i < p->variables.size; i++)
        if (!tuples_can_follow(p, i)) return false;
    return true;
}

static void forget_trace(trace *t) {
    vec_clear(&t->edges);
    vec_clear(&t->inputs.items);
    model_clear(&t->initial);
}

bool retrace_stops(tuples *x, const u32_vec *stops, const engine_options *o, const budget *b,
                   engine_result *result) {
    assert(result->verdict == VERDICT_UNKNOWN);
    LOG("values", "retrace %u stops", stops->size);
    stop_run run = {.of = x, .options = o, .budget = b, .result = result, .at = x->program->start};
    bool passed = has_words_only(x->program);
    for (uint32_t i = 0; i <= stops->size && passed; i++)
        passed = pass_segment(&run, i < stops->size ? stops->data[i] : NO_TUPLE);
    vec_release(&run.state);
    result->verdict = passed ? VERDICT_FALSE : VERDICT_UNKNOWN;
    result->reached = run.at;
    if (!passed) forget_trace(&result->trace);
    return passed;
}
