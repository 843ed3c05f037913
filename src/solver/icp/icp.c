/* The icp backend: assertions in scopes, a search for each check. */
#include "solver/icp/internal.h"

enum { POOL_BYTES = 1 << 24 };

static void icp_pop(solver *s) {
    icp_solver *m = (icp_solver *)s;
    uint32_t left = s->stack.asserted.size;
    for (uint32_t k = 0; k < m->graph.aliases.size; k++)
        m->stale |= m->graph.aliases.data[k] >= left;
    if (m->searched > left) m->searched = left;
}

/* Numbers that were computed at points: none is of use to another check. */
static void forget_values(icp_solver *m) {
    if (values_memory(m->points.pool) < POOL_BYTES) return;
    model_clear(&m->points.model);
    values_compact(m->points.pool, m->points.arrays.data, m->points.arrays.size);
}

static enum answer icp_check(solver *s, uint32_t n, const term *assumptions) {
    icp_solver *m = (icp_solver *)s;
    double seconds = check_seconds(s);
    m->deadline = seconds > 0 ? clock_now() + seconds : 0;
    vec_clear(&m->analysis.used);
    vec_clear(&m->analysis.core_facts);
    forget_values(m);
    for (uint32_t i = 0; i < m->base.stack.asserted.size; i++)
        if (term_is_false(s->terms, m->base.stack.asserted.data[i])) {
            vec_resize(&m->analysis.used, n);
            m->scoped = 0;
            return ANSWER_UNSAT;
        }
    icp_build(m, n, assumptions);
    vec_resize(&m->analysis.used, m->assumed.size);
    return icp_search(m);
}

static void icp_core(solver *s, uint32_t n, const term *assumptions) {
    icp_solver *m = (icp_solver *)s;
    for (uint32_t i = 0; i < n; i++)
        if (m->analysis.used.data[m->scoped + i]) vec_push(&s->core, assumptions[i]);
}

static value icp_leaf(solver *s, values *pool, term var) {
    icp_solver *m = (icp_solver *)s;
    if (!model_has(&m->points.model, var)) return value_default(pool, term_sort(s->terms, var));
    value v = model_get(&m->points.model, s->terms, var);
    return value_of_term(pool, value_to_term(m->points.pool, v));
}

static void icp_release(solver *s) {
    icp_solver *m = (icp_solver *)s;
    evaluator_delete(m->points.eval);
    model_release(&m->points.model);
    values_delete(m->points.pool);
    map_release(&m->graph.node_of);
    map_release(&m->graph.defined);
    map_release(&m->graph.open);
    vec_release(&m->graph.nodes);
    vec_release(&m->graph.args);
    vec_release_each(&m->graph.users, vec_release);
    vec_release_each(&m->graph.watches, vec_release);
    vec_release(&m->graph.ground);
    vec_release(&m->graph.aliases);
    vec_release(&m->graph.given);
    vec_release(&m->assumed);
    vec_release(&m->clauses.all);
    vec_release(&m->clauses.literals);
    vec_release(&m->clauses.inputs);
    vec_release(&m->trail.touched);
    vec_release(&m->trail.is_touched);
    vec_release(&m->analysis.mark);
    vec_release(&m->analysis.needs);
    vec_release(&m->analysis.marked);
    vec_release(&m->analysis.learnt);
    vec_release(&m->analysis.facts);
    vec_release(&m->analysis.reasons);
    vec_release(&m->analysis.wanted);
    vec_release(&m->analysis.scope);
    vec_release(&m->analysis.kept);
    vec_release(&m->analysis.core_facts);
    vec_release(&m->order.activity);
    vec_release(&m->graph.doms);
    vec_release(&m->graph.roots);
    vec_release(&m->graph.variables);
    vec_release(&m->graph.todo);
    vec_release(&m->trail.changes);
    vec_release(&m->trail.levels);
    vec_release(&m->trail.queue);
    vec_release(&m->trail.queued);
    vec_release(&m->analysis.used);
    vec_release(&m->order.heat);
    vec_release(&m->order.pending);
    vec_release(&m->points.box);
    vec_release(&m->points.arrays);
    map_release(&m->points.array_of);
    vec_release(&m->points.argument);
}

static const backend icp_backend = {
    .name = "icp",
    .theories = THEORY_BOOL | THEORY_BV | THEORY_FP |
                THEORY_ARRAY /* that are not constant: any value */ | THEORY_INT | THEORY_REAL |
                THEORY_NONLINEAR,
    .capabilities = CAN_CORE | CAN_INTERRUPT | CAN_INTERPOLATE,
    .release = icp_release,
    .pop = icp_pop,
    .check = icp_check,
    .core = icp_core,
    .leaf = icp_leaf,
    .interpolate = icp_interpolate,
};

solver *icp_new(terms *t, solver_options options, const char **why) {
    (void)why;
    icp_solver *m =
        solver_make(sizeof *m, &icp_backend, t, SOLVED_BY_ICP | SOLVED_BY_RANGES, options);
    m->points.pool = values_new(t);
    m->points.eval = evaluator_new(t, m->points.pool);
    model_init(&m->points.model, m->points.pool);
    m->clauses.bump = m->order.node_bump = 1;
    m->analysis.patience = PATIENCE_CLAUSE;
    m->order.random.state = options.seed;
    m->gap = m->analysis.conflict = m->analysis.failed_clause = NO_NODE;
    return &m->base;
}
