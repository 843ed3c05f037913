/* The auto backend: blast while its theories suffice for every term seen, from then on z3, which is
 * told all that is still asserted. A term that blast refuses moves it too. */
#include "solver/backend.h"
#include "base/log.h"
#include "solver/interpolate.h"

typedef struct {
    solver base;
    solver *inner;
    bool moved;
    uint32_t examined; /* assertions whose theories are known to be served */
    theory_memo theories;
} auto_solver;

static void auto_assert(solver *s, term a) { solver_assert(((auto_solver *)s)->inner, a); }

static void auto_push(solver *s) { solver_push(((auto_solver *)s)->inner); }

static void auto_pop(solver *s) {
    auto_solver *m = (auto_solver *)s;
    uint32_t left = s->stack.asserted.size;
    if (m->examined > left) m->examined = left;
    solver_pop(m->inner);
}

static bool served(auto_solver *m, term a) {
    return !(theories_of(&m->theories, m->base.terms, a) & ~m->inner->backend->theories);
}

static bool all_served(auto_solver *m, uint32_t n, const term *assumptions) {
    for (; m->examined < m->base.stack.asserted.size; m->examined++)
        if (!served(m, m->base.stack.asserted.data[m->examined])) return false;
    for (uint32_t i = 0; i < n; i++)
        if (!served(m, assumptions[i])) return false;
    return true;
}

/* The scopes are opened again one by one, so that later pops find them. */
static bool move_over(auto_solver *m) {
    const char *why;
    solver *next = solver_new(m->base.terms, "z3", m->base.options, &why);
    if (!next) return m->base.why = why, false;
    const assertion_stack *told = &m->base.stack;
    for (uint32_t i = 0, k = 0; i <= told->asserted.size; i++) {
        for (; k < told->scopes.size && told->scopes.data[k] == i; k++) solver_push(next);
        if (i < told->asserted.size) solver_assert(next, told->asserted.data[i]);
    }
    solver_delete(m->inner);
    m->inner = next;
    m->base.set = SOLVED_BY_Z3;
    return m->moved = true;
}

static enum answer ask(auto_solver *m, uint32_t n, const term *assumptions) {
    solver *inner = m->inner, *s = &m->base;
    inner->budget = s->budget;
    inner->options = s->options;
    inner->interrupted = s->interrupted;
    solver_stopped(inner, (stop_reason){0});
    inner->refused = false;
    enum answer a = inner->backend->check(inner, n, assumptions);
    solver_stopped(s, (stop_reason){inner->end, inner->why});
    s->refused = inner->refused;
    s->stats.terms = inner->stats.terms;
    s->stats.variables = inner->stats.variables;
    s->stats.clauses = inner->stats.clauses;
    s->stats.lemmas = inner->stats.lemmas;
    return a;
}

static enum answer auto_check(solver *s, uint32_t n, const term *assumptions) {
    auto_solver *m = (auto_solver *)s;
    if (!m->moved && !all_served(m, n, assumptions) && !move_over(m)) return ANSWER_UNKNOWN;
    enum answer a = ask(m, n, assumptions);
    if (a != ANSWER_UNKNOWN || m->moved || !m->base.refused) return a;
    return move_over(m) ? ask(m, n, assumptions) : ANSWER_UNKNOWN;
}

static void auto_core(solver *s, uint32_t n, const term *assumptions) {
    solver *inner = ((auto_solver *)s)->inner;
    vec_clear(&inner->core);
    inner->backend->core(inner, n, assumptions);
    vec_append(&s->core, inner->core.data, inner->core.size);
}

static value auto_leaf(solver *s, values *pool, term var) {
    solver *inner = ((auto_solver *)s)->inner;
    return inner->backend->leaf(inner, pool, var);
}

static bool auto_interpolate(solver *s, term a, term b, term *result) {
    return interpolate_by_proof(s->terms, a, b, s->budget, result) ||
           interpolate_linear(s->terms, a, b, s->budget, result);
}

static void auto_interrupt(solver *s) { solver_interrupt(((auto_solver *)s)->inner); }

static void auto_release(solver *s) {
    auto_solver *m = (auto_solver *)s;
    solver_delete(m->inner);
    theory_memo_release(&m->theories);
}

static const backend auto_backend = {
    .name = "auto",
    .theories = THEORY_BOOL | THEORY_BV | THEORY_FP | THEORY_ARRAY | THEORY_INT | THEORY_REAL |
                THEORY_NONLINEAR,
    .capabilities = CAN_CORE | CAN_INTERRUPT | CAN_INTERPOLATE,
    .release = auto_release,
    .push = auto_push,
    .pop = auto_pop,
    .assert_term = auto_assert,
    .check = auto_check,
    .core = auto_core,
    .leaf = auto_leaf,
    .interpolate = auto_interpolate,
    .interrupt = auto_interrupt,
};

solver *auto_new(terms *t, solver_options options, const char **why) {
    LOG("auto", "new");
    solver *inner = blast_new(t, options, why);
    if (!inner) return NULL;
    auto_solver *m = solver_make(sizeof *m, &auto_backend, t, SOLVED_BY_BLAST, options);
    m->inner = inner;
    return &m->base;
}
