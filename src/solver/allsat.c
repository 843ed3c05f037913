/* All solutions: each is excluded once found, guarded by a literal that is given up at the end. */
#include "base/log.h"
#include "solver/backend.h"

/* The values of `of` in the model, and the clause that excludes them. */
static term take_solution(solver *s, values *pool, uint32_t m, const term *of, term guard,
                          term_vec *solution) {
    term_vec other = {0};
    vec_clear(solution);
    vec_push(&other, term_not(s->terms, guard));
    for (uint32_t i = 0; i < m; i++) {
        term v = value_to_term(pool, solver_value(s, pool, of[i]));
        vec_push(solution, v);
        vec_push(&other, term_not(s->terms, term_eq(s->terms, of[i], v)));
    }
    term clause = term_or_n(s->terms, other.size, other.data);
    vec_release(&other);
    return clause;
}

enum answer solver_all(solver *s, uint32_t n, const term *assumptions, uint32_t m, const term *of,
                       solver_visit visit, void *state) {
    assert_debug(terms_are_there(s->terms, n, assumptions));
    assert_debug(terms_are_there(s->terms, m, of));
    LOG("solver", "all cubes of %u terms under %u assumptions", m, n);
    term_vec assumed = {0}, solution = {0};
    values *pool = values_new(s->terms);
    vec_push(&assumed, term_fresh(s->terms, "all", sort_bool(s->terms)));
    vec_append(&assumed, assumptions, n);
    enum answer a;
    while ((a = solver_check(s, assumed.size, assumed.data)) == ANSWER_SAT) {
        term excluded = take_solution(s, pool, m, of, assumed.data[0], &solution);
        if (!visit(state, solution.data)) break;
        solver_assert(s, excluded);
    }
    solver_assert(s, term_not(s->terms, assumed.data[0]));
    values_delete(pool);
    vec_release(&assumed);
    vec_release(&solution);
    return a;
}
