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
