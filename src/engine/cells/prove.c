#include "engine/cells/prove.h"

#include "engine/bmc/bmc_internal.h"
#include "engine/cells/templates.h"
#include "engine/kinduction/houdini.h"

typedef struct {
    program *p;
    const engine_options *options;
    const budget *limits;
    conjuncts known;      /* inductive together, once guesses are dropped */
    const char *solver;   /* that excluded the errors */
} proof;

/* Is no error one segment away, from the start (where nothing is known) or from any stop in what is known? The core goes to `needed`. */
static bool errors_excluded(proof *x, bool from_start, term_vec *needed) {
    terms *t = x->p->terms;
    term_vec assumed = {0}, literals = {0};
    values *pool = values_new(t);
    unrolling u;
    uint32_t hit;
    solver *s = solver_new(t, x->options->solver, (solver_options){0}, NULL);
    if (!s) return false;
    solver_set_budget(s, x->limits);
    unroll_init(&u, x->p, s);
    conjuncts_guarded(&x->known, t, x->p->locations.size, &assumed);
    if (!from_start) conjuncts_literals(&x->known, &literals);
    u.assumed = from_start ? NULL : &assumed;
    if (from_start) unroll_start(&u, x->p->start, term_true(t));
    else unroll_start_anywhere(&u);
    u.assumed = NULL;
    bool safe = unroll_advance(&u, x->limits) && unroll_ask(&u, &u.errors, &literals, pool, &hit) == ANSWER_UNSAT;
    for (uint32_t i = 0; safe && i < literals.size; i++)
        if (solver_in_core(s, literals.data[i])) vec_push(needed, literals.data[i]);
    x->solver = solver_name(s);
    unroll_release(&u);
    solver_delete(s);
    values_delete(pool);
    vec_release(&assumed);
    vec_release(&literals);
    return safe;
}

/* True: the errors are excluded by what is left of the facts and the guesses. */
static bool attempt(proof *x, const abstraction *a, program *original, const conjuncts *facts, bool all, term_vec *needed) {
    vec_clear(&x->known);
    vec_append(&x->known, facts->data, facts->size);
    vec_clear(needed);
    templates_guess(a, original, facts, all, &x->known);
    return houdini_keep(x->p, x->options, x->limits, &x->known) && errors_excluded(x, true, needed) && errors_excluded(x, false, needed);
}

bool prove_by_guesses(const abstraction *a, program *original, const engine_options *o, const budget *b, term_vec *invariant,
                      const char **solver_used) {
    proof x = {.p = a->p, .options = o, .limits = b};
    term_vec needed = {0};
    conjuncts facts = {0};
    conjuncts_learn(&x.known, x.p, o, b); /* ranges, equations and octagons: what cells need to know about counters */
    vec_append(&facts, x.known.data, x.known.size);
    bool proven = attempt(&x, a, original, &facts, false, &needed) || attempt(&x, a, original, &facts, true, &needed);
    if (proven) {
        conjuncts_trim(&x.known, x.p, o, b, &needed);
        *solver_used = x.solver;
        conjuncts_plain(&x.known, x.p->terms, x.p->locations.size, invariant);
    }
    vec_release(&needed);
    vec_release(&facts);
    vec_release(&x.known);
    return proven;
}
