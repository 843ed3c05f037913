/* The icp backend: assertions in scopes, a search for each check. */
#include "solver/icp/internal.h"
#include "base/fail.h"

enum { POOL_BYTES = 1 << 24 };

static void icp_assert(solver *s, term a) {
    icp_solver *m = (icp_solver *)s;
    vec_push(&m->stack.asserted, a);
}

static void icp_push(solver *s) {
    icp_solver *m = (icp_solver *)s;
    vec_push(&m->stack.scopes, m->stack.asserted.size);
}

static void icp_pop(solver *s) {
    icp_solver *m = (icp_solver *)s;
    require(m->stack.scopes.size, "pop without push");
    uint32_t left = assertions_pop(&m->stack);
    for (uint32_t k = 0; k < m->aliases.size; k++) m->stale |= m->aliases.data[k] >= left;
    if (m->searched > left) m->searched = left;
}

/* Numbers that were computed at points: none is of use to another check. */
static void forget_values(icp_solver *m) {
    if (values_memory(m->pool) < POOL_BYTES) return;
    model_clear(&m->model);
    values_compact(m->pool, m->arrays.data, m->arrays.size);
}

static enum answer icp_check(solver *s, uint32_t n, const term *assumptions) {
    icp_solver *m = (icp_solver *)s;
    double seconds = check_seconds(s);
    m->deadline = seconds > 0 ? clock_now() + seconds : 0;
    vec_clear(&m->used);
    vec_clear(&m->core_facts);
    forget_values(m);
    for (uint32_t i = 0; i < m->stack.asserted.size; i++)
        if (term_is_false(s->terms, m->stack.asserted.data[i])) {
            vec_resize(&m->used, n);
            m->scoped = 0;
            return ANSWER_UNSAT;
        }
    icp_build(m, n, assumptions);
    vec_resize(&m->used, m->assumed.size);
    return icp_search(m);
}

static void icp_core(solver *s, uint32_t n, const term *assumptions) {
    icp_solver *m = (icp_solver *)s;
    for (uint32_t i = 0; i < n; i++)
        if (m->used.data[m->scoped + i]) vec_push(&s->core, assumptions[i]);
}

static value icp_leaf(solver *s, values *pool, term var) {
    icp_solver *m = (icp_solver *)s;
    if (!model_has(&m->model, var)) return value_default(pool, term_sort(s->terms, var));
    value v = model_get(&m->model, s->terms, var);
    return value_of_term(pool, value_to_term(m->pool, v));
}

static void icp_release(solver *s) {
    icp_solver *m = (icp_solver *)s;
    evaluator_delete(m->eval);
    model_release(&m->model);
    values_delete(m->pool);
    assertions_release(&m->stack);
    map_release(&m->node_of);
    map_release(&m->defined);
    map_release(&m->open);
    vec_release(&m->nodes);
    vec_release(&m->args);
    for (uint32_t i = 0; i < m->users.size; i++) vec_release(&m->users.data[i]);
    vec_release(&m->users);
    for (uint32_t i = 0; i < m->watches.size; i++) vec_release(&m->watches.data[i]);
    vec_release(&m->watches);
    vec_release(&m->ground);
    vec_release(&m->aliases);
    vec_release(&m->given);
    vec_release(&m->assumed);
    vec_release(&m->clauses);
    vec_release(&m->pool_of_literals);
    vec_release(&m->inputs);
    vec_release(&m->touched);
    vec_release(&m->is_touched);
    vec_release(&m->mark);
    vec_release(&m->needs);
    vec_release(&m->marked);
    vec_release(&m->learnt);
    vec_release(&m->facts);
    vec_release(&m->reasons);
    vec_release(&m->wanted);
    vec_release(&m->scope);
    vec_release(&m->kept);
    vec_release(&m->core_facts);
    vec_release(&m->activity);
    vec_release(&m->doms);
    vec_release(&m->roots);
    vec_release(&m->variables);
    vec_release(&m->todo);
    vec_release(&m->trail);
    vec_release(&m->levels);
    vec_release(&m->queue);
    vec_release(&m->queued);
    vec_release(&m->used);
    vec_release(&m->heat);
    vec_release(&m->pending);
    vec_release(&m->box);
    vec_release(&m->arrays);
    map_release(&m->array_of);
    vec_release(&m->argument);
}

static const backend icp_backend = {
    .name = "icp",
    .theories = THEORY_BOOL | THEORY_BV | THEORY_FP |
                THEORY_ARRAY /* that are not constant: any value */ | THEORY_INT | THEORY_REAL |
                THEORY_NONLINEAR,
    .capabilities = CAN_CORE | CAN_INTERRUPT | CAN_INTERPOLATE,
    .release = icp_release,
    .push = icp_push,
    .pop = icp_pop,
    .assert_term = icp_assert,
    .check = icp_check,
    .core = icp_core,
    .leaf = icp_leaf,
    .interpolate = icp_interpolate,
};

solver *icp_new(terms *t, solver_options options, const char **why) {
    (void)why;
    icp_solver *m = mem_zero(sizeof *m);
    m->base.backend = &icp_backend;
    m->base.terms = t;
    m->base.set = SOLVED_BY_ICP | SOLVED_BY_RANGES;
    m->base.options = options;
    m->pool = values_new(t);
    m->eval = evaluator_new(t, m->pool);
    model_init(&m->model, m->pool);
    m->bump = m->node_bump = 1;
    m->patience = PATIENCE_CLAUSE;
    m->random.state = options.seed;
    m->gap = m->conflict = m->failed_clause = NO_NODE;
    return &m->base;
}
