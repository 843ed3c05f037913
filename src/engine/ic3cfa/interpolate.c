/* Generalization by interpolants (--interpolate): for each arc an interpolant between the cube afterwards and the frame
 * with the arc's relation. The cube implies it, the arc does not reach it, so the conjunction over all arcs is a valid
 * generalization. Solvers without interpolation leave the cube as it is. */
#include "engine/ic3cfa/single.h"

typedef struct {
    ic3 *s;
    arc *a;
    term_vec vars;    /* of the cube */
    term_vec parts;
} interpolation;

static void prime(interpolation *x, bool back) {
    for (uint32_t i = 0; i < x->vars.size; i++) {
        term var = x->vars.data[i], copy = primed(x->s->t, var);
        subst_set(&x->s->scratch, x->s->t, back ? copy : var, back ? var : copy);
    }
}

static term renamed(interpolation *x, term a, bool back) {
    prime(x, back);
    term result = subst_apply(&x->s->scratch, x->s->t, a);
    subst_clear(&x->s->scratch);
    return result;
}

/* The frame, the relation, and x' = value afterwards for the cube's variables. */
static term before_and_step(interpolation *x, uint32_t level) {
    ic3 *s = x->s;
    const frame_sequence *f = &s->frames.data[x->a->from];
    vec_clear(&x->parts);
    vec_push(&x->parts, x->a->way.relation.formula);
    for (uint32_t i = 0; i < f->live.size; i++) {
        const frame_lemma *m = &s->lemmas.data[f->live.data[i]];
        if (m->level >= level) vec_push(&x->parts, ic3_cube_clause(s->t, &m->cube));
    }
    for (uint32_t i = 0; i < x->vars.size; i++) {
        term after = ic3_arc_image(s, x->a, x->vars.data[i]);
        vec_push(&x->parts, term_eq(s->t, primed(s->t, x->vars.data[i]), after));
    }
    return term_and_n(s->t, x->parts.size, x->parts.data);
}

static bool along(interpolation *x, uint32_t level, const cube *c, term_vec *lits) {
    ic3 *s = x->s;
    if (level == 0 && x->a->from != s->p->start) return true; /* F(0, from) is false: true will do */
    if (!x->a->solver || !(solver_capabilities(x->a->solver) & CAN_INTERPOLATE)) return false;
    term between, after = renamed(x, ic3_cube_term(s->t, c), false);
    s->n.other_queries++;
    if (!solver_interpolate(x->a->solver, after, before_and_step(x, level), &between)) return false;
    term_conjuncts(s->t, renamed(x, between, true), lits);
    return true;
}

cube ic3_interpolated(ic3 *s, loc l, uint32_t level, const cube *c) {
    interpolation x = {.s = s};
    map seen = {0};
    term_vec lits = {0};
    bool ok = true;
    for (uint32_t i = 0; i < c->size; i++) term_vars(s->t, c->lits[i], &seen, &x.vars);
    for (uint32_t i = 0; i < s->into.data[l].size && ok; i++) {
        x.a = &s->arcs.data[s->into.data[l].data[i]];
        ok = along(&x, level - 1, c, &lits);
    }
    cube g = ok ? ic3_cube_make(lits.data, lits.size) : ic3_cube_copy(c);
    /* A solver's interpolant is not taken on trust. */
    if (ok && ic3_arcs_query(s, l, level, &g, NULL, NULL, QUERY_GENERALIZE) != ANSWER_UNSAT) {
        ic3_cube_release(&g);
        g = ic3_cube_copy(c);
    }
    s->n.interpolated += ok;
    vec_release(&x.vars);
    vec_release(&x.parts);
    vec_release(&lits);
    map_release(&seen);
    return g;
}
