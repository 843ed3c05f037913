/* Back from the reduced program: its invariant as one of the unreduced program.
 *
 * A variable that is not needed at a location has there, in every run of the reduced program, its fixed value (see
 * `reduce_forget`), while in the unreduced program it has any. Where the invariant speaks of such a variable, the fixed value
 * is put in: what remains is over needed variables, on which both programs agree. */
#include "reduce/reduce_internal.h"

static term without_dead(reducer *r, loc l, term a) {
    terms *t = r->p->terms;
    substitution s = {0};
    uint32_t n;
    const uint32_t *vars = reads_of(r, a, &n);
    for (uint32_t i = 0; i < n; i++) {
        term var = r->p->variables.data[vars[i]].var, fixed = default_term(t, term_sort(t, var));
        if (fixed.id && !bits_has(&r->live.data[l], vars[i])) subst_set(&s, t, var, fixed);
    }
    a = subst_apply(&s, t, a);
    subst_release(&s);
    return a;
}

static void reduced_locations(const program *unreduced, const program *reduced, u32_vec *at) {
    vec_resize(at, unreduced->locations.size);
    for (loc l = 0; l < reduced->locations.size; l++) at->data[reduced->locations.data[l].origin] = l + 1;
}

static term carried(reducer *r, const reduction *x, loc l, const term_vec *invariant) {
    term a = l < invariant->size ? invariant->data[l] : (term){0};
    if (!a.id) return term_true(r->p->terms);
    return x->forgot ? without_dead(r, l, a) : a;
}

void reduction_carry_back(const reduction *x, const program *unreduced, const program *reduced,
                          const term_vec *invariant, term_vec *out) {
    terms *t = unreduced->terms;
    reducer r;
    u32_vec at = {0};
    reducer_init(&r, (program *)(uintptr_t)reduced, NULL, NULL); /* only read */
    live_compute(&r);
    reduced_locations(unreduced, reduced, &at);
    vec_clear(out);
    vec_resize(out, unreduced->locations.size);
    for (loc l = 0; l < unreduced->locations.size; l++) {
        if (!unreduced->locations.data[l].cut) continue;
        term a = at.data[l] ? carried(&r, x, at.data[l] - 1, invariant) : term_true(t);
        term fact = l < x->facts.size ? x->facts.data[l] : (term){0};
        out->data[l] = fact.id ? term_and(t, a, fact) : a;
    }
    vec_release(&at);
    reducer_release(&r);
}
