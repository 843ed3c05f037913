/* The reals backends: what solver/relax.h makes of the assertions, decided by a solver for linear
 * arithmetic. Each check relaxes everything again, since ranges depend on all that is asserted:
 * there are few checks.
 *
 * Direction: unsat is certain; it never says sat. */
#include "base/log.h"
#include "solver/backend.h"
#include "solver/relax.h"

typedef struct {
    solver base;
    solver *inner;
    term_vec all, forms, rules; /* forms: of all, the assumptions last */
    term_vec failed;            /* assumptions of the last check */
} reals_solver;

static enum answer reals_check(solver *s, uint32_t n, const term *assumptions) {
    reals_solver *m = (reals_solver *)s;
    solver_set_budget(m->inner, s->budget);
    m->inner->options = s->options;
    vec_clear(&m->all);
    vec_clear(&m->forms);
    vec_clear(&m->rules);
    vec_clear(&m->failed);
    vec_append(&m->all, m->base.stack.asserted.data, m->base.stack.asserted.size);
    vec_append(&m->all, assumptions, n);
    relax(s->terms, m->all.size, m->all.data, &m->forms, &m->rules);
    solver_push(m->inner);
    for (uint32_t i = 0; i < m->rules.size; i++) solver_assert(m->inner, m->rules.data[i]);
    for (uint32_t i = 0; i + n < m->forms.size; i++) solver_assert(m->inner, m->forms.data[i]);
    enum answer a = solver_check(m->inner, n, m->forms.data + m->forms.size - n);
    for (uint32_t i = 0; a == ANSWER_UNSAT && i < n; i++)
        if (solver_in_core(m->inner, m->forms.data[m->forms.size - n + i]))
            vec_push(&m->failed, assumptions[i]);
    solver_pop(m->inner);
    solver_stopped(s, a == ANSWER_SAT
                          ? (stop_reason){0, "possible with the rounding errors allowed"}
                          : (stop_reason){m->inner->end, m->inner->why});
    return a == ANSWER_UNSAT ? a : ANSWER_UNKNOWN;
}

static void reals_core(solver *s, uint32_t n, const term *assumptions) {
    reals_solver *m = (reals_solver *)s;
    (void)n;
    (void)assumptions;
    vec_append(&s->core, m->failed.data, m->failed.size);
}

/* Never called: there is no sat. */
static value reals_leaf(solver *s, values *pool, term var) {
    return value_default(pool, term_sort(s->terms, var));
}

static void reals_interrupt(solver *s) { solver_interrupt(((reals_solver *)s)->inner); }

static void reals_release(solver *s) {
    reals_solver *m = (reals_solver *)s;
    solver_delete(m->inner);
    vec_release(&m->all);
    vec_release(&m->forms);
    vec_release(&m->rules);
    vec_release(&m->failed);
}

#define REALS_BACKEND(label)                                                                       \
    {                                                                                              \
        .name = label,                                                                             \
        .theories = THEORY_BOOL | THEORY_BV | THEORY_FP | THEORY_ARRAY, /* arrays: any value */    \
        .capabilities = CAN_INTERRUPT,                                                             \
        .release = reals_release,                                                                  \
        .check = reals_check,                                                                      \
        .core = reals_core,                                                                        \
        .leaf = reals_leaf,                                                                        \
        .interrupt = reals_interrupt,                                                              \
    }

static const backend by_z3 = REALS_BACKEND("reals/z3"), by_cvc5 = REALS_BACKEND("reals/cvc5");

solver *reals_new(terms *t, const char *name, solver_options options, const char **why) {
    LOG("reals", "new %s", name);
    bool z3 = !strcmp(name, by_z3.name);
    solver *inner =
        solver_new(t, z3 ? "z3" : "pipe:cvc5 --incremental --lang=smt2 -q -", options, why);
    if (!inner) return NULL;
    reals_solver *m = solver_make(sizeof *m, z3 ? &by_z3 : &by_cvc5, t,
                                  inner->set | SOLVED_BY_RELAXATION | SOLVED_BY_RANGES, options);
    m->inner = inner;
    return &m->base;
}
