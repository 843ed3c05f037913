/* Back from the reduced program: its invariant as one of the unreduced program.
 *
 * A variable that is not needed at a location has there, in every run of the reduced program, its
 * fixed value (see `reduce_forget`), while in the unreduced program it has any. Where the invariant
 * speaks of such a variable, the fixed value is put in: what remains is over needed variables, on
 * which both programs agree. */
#include "base/fail.h"
#include "base/log.h"
#include "program/semantics.h"
#include "reduce/reduce_internal.h"

static term without_dead(liveness *live, loc l, term a) {
    terms *t = live->p->terms;
    substitution s = {0};
    uint32_t n;
    const uint32_t *vars = reads_of(live, a, &n);
    for (uint32_t i = 0; i < n; i++) {
        term var = live->p->variables.data[vars[i]].var, fixed = default_term(t, term_sort(t, var));
        if (fixed.id && !live->p->variables.data[vars[i]].ghost &&
            !bits_has(&live->at.data[l.id], vars[i]))
            subst_set(&s, t, var, fixed);
    }
    a = subst_apply(&s, t, a);
    subst_release(&s);
    return a;
}

static void reduced_locations(const program *unreduced, const program *reduced, u32_vec *at) {
    vec_resize(at, unreduced->locations.size);
    for (loc l = {0}; l.id < reduced->locations.size; l.id++)
        at->data[reduced->locations.data[l.id].origin.id] = l.id + 1;
}

/* What was found out at the end of a way after the way was made: no analysis comes to a bypassed
 * location again, so nothing was recorded there. Facts from before may speak of variables whose
 * assignments the way no longer has. */
static term later_facts(terms *t, const reduction_bypass *way, term fact) {
    term_vec known = {0}, parts = {0};
    map is_known = {0};
    if (way->known.id) term_conjuncts(t, way->known, &known);
    for (uint32_t i = 0; i < known.size; i++) map_set(&is_known, known.data[i].id, 1);
    if (fact.id) term_conjuncts(t, fact, &parts);
    term later = term_true(t);
    for (uint32_t i = 0; i < parts.size; i++)
        if (!map_get(&is_known, parts.data[i].id, NULL)) later = term_and(t, later, parts.data[i]);
    map_release(&is_known);
    vec_release(&known);
    vec_release(&parts);
    return later;
}

/* The states of a bypassed cut point from which each way on ends in what the next location needs,
 * and in what is known of it. */
static term needed_by_way(const program *reduced, const reduction_bypass *way, term after) {
    terms *t = reduced->terms;
    term_vec fresh = {0};
    term before =
        term_not(t, wep((program *)(uintptr_t)reduced, way->command, term_not(t, after), &fresh));
    require(!fresh.size, "a bypass reads an input");
    vec_release(&fresh);
    return before;
}

static void carry_bypasses(const reduction *x, const program *reduced, term_vec *needs) {
    terms *t = reduced->terms;
    for (uint32_t i = x->bypasses.size; i-- > 0;) {
        const reduction_bypass *way = &x->bypasses.data[i];
        term after =
            term_and(t, needs->data[way->to.id], later_facts(t, way, x->facts.data[way->to.id]));
        needs->data[way->at.id] =
            term_and(t, needs->data[way->at.id], needed_by_way(reduced, way, after));
    }
}

static term carried(liveness *live, const reduction *x, loc l, const term_vec *invariant) {
    term a = l.id < invariant->size ? invariant->data[l.id] : (term){0};
    if (!a.id) return term_true(live->p->terms);
    return x->forgot ? without_dead(live, l, a) : a;
}

/* What the reduced program's invariant says of a location: of one that is gone, false where it was
 * found unreachable, true where no error is reached from it. */
static term needed_at(liveness *live, const reduction *x, const program *unreduced, loc l,
                      uint32_t reduced_at, const term_vec *invariant) {
    assert_debug(l.id < unreduced->locations.size);
    terms *t = live->p->terms;
    if (unreduced->locations.data[l.id].property) return term_false(t);
    if (reduced_at) return carried(live, x, (loc){reduced_at - 1}, invariant);
    bool unreachable = x->facts.data[l.id].id && term_is_false(t, x->facts.data[l.id]);
    return term_bool(t, !unreachable);
}

void reduction_carry_back(const reduction *x, const program *unreduced, const program *reduced,
                          const term_vec *invariant, term_vec *out) {
    assert_debug(invariant->size <= reduced->locations.size);
    LOG("reduce", "carry an invariant of %u locations back", invariant->size);
    terms *t = unreduced->terms;
    liveness live;
    u32_vec at = {0};
    term_vec needs = {0};
    liveness_of((program *)(uintptr_t)reduced, &live); /* only read */
    reduced_locations(unreduced, reduced, &at);
    for (loc l = {0}; l.id < unreduced->locations.size; l.id++)
        vec_push(&needs, needed_at(&live, x, unreduced, l, at.data[l.id], invariant));
    carry_bypasses(x, reduced, &needs);
    vec_clear(out);
    vec_resize(out, unreduced->locations.size);
    for (loc l = {0}; l.id < unreduced->locations.size; l.id++) {
        if (!unreduced->locations.data[l.id].cut) continue;
        term fact = x->facts.data[l.id];
        out->data[l.id] = fact.id ? term_and(t, needs.data[l.id], fact) : needs.data[l.id];
    }
    vec_release(&needs);
    vec_release(&at);
    liveness_release(&live);
}
