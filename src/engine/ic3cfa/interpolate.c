/* Generalization by interpolants (--interpolate): for each arc an interpolant between the cube afterwards and the frame
 * with the arc's relation. The cube implies it, the arc does not reach it, and it speaks of the variables afterwards
 * only, so the conjunction over all arcs is a valid generalization.
 *
 * A solver that interpolates is asked. For the others the interpolant is made here: the failed assumptions are one (a
 * part of the cube), and each of their comparisons is replaced by a weaker one that the cube implies, as far as the
 * arc stays shut: an equation by an inequation or by some of its bits, a bound by a farther one. */
#include "engine/ic3cfa/generalize.h"
#include "engine/ic3cfa/single.h"

enum { SECONDS = 1 }; /* for a solver's interpolant: ours is there at once */

typedef struct {
    ic3 *s;
    arc *a;
    term_vec vars;    /* of the cube */
    term_vec parts;
} interpolation;

/* ---- by a solver ---- */

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
        if (m->level >= level) vec_push(&x->parts, cube_clause(s->t, &m->cube));
    }
    for (uint32_t i = 0; i < x->vars.size; i++) {
        term after = ic3_arc_image(s, x->a, x->vars.data[i]);
        vec_push(&x->parts, term_eq(s->t, primed(s->t, x->vars.data[i]), after));
    }
    return term_and_n(s->t, x->parts.size, x->parts.data);
}

static bool ask_solver(interpolation *x, uint32_t level, const cube *c, term *between) {
    ic3 *s = x->s;
    term after = renamed(x, cube_term(s->t, c), false);
    budget little = budget_share(*s->limits, SECONDS);
    s->n.other_queries++;
    solver_set_budget(x->a->solver, &little);
    bool found = solver_interpolate(x->a->solver, after, before_and_step(x, level), between);
    solver_set_budget(x->a->solver, s->limits);
    if (found) *between = renamed(x, *between, true);
    return found;
}

/* A solver's interpolant is not taken on trust. */
static bool by_solver(ic3 *s, uint32_t arc_, uint32_t level, const cube *c, term_vec *lits) {
    interpolation x = {.s = s, .a = &s->arcs.data[arc_]};
    if (!x.a->solver || !(solver_capabilities(x.a->solver) & CAN_INTERPOLATE)) return false;
    map seen = {0};
    term between;
    for (uint32_t i = 0; i < c->size; i++) term_vars(s->t, c->lits[i], &seen, &x.vars);
    bool ok = ask_solver(&x, level, c, &between);
    uint32_t first = lits->size;
    if (ok) term_conjuncts(s->t, between, lits);
    cube g = cube_make(lits->data + first, lits->size - first);
    ok = ok && ic3_arc_query(s, arc_, level, &g, NULL, NULL, QUERY_GENERALIZE) == ANSWER_UNSAT;
    if (!ok) lits->size = first;
    cube_release(&g);
    vec_release(&x.vars);
    vec_release(&x.parts);
    map_release(&seen);
    return ok;
}

/* ---- from the failed assumptions ---- */

static void by_core(ic3 *s, loc l, uint32_t arc_, uint32_t level, const cube *c, term_vec *lits) {
    generalization x = {.s = s, .at = l, .level = level + 1, .arc = arc_ + 1, .g = cube_copy(c)};
    bool kept_off = generalization_accept(&x, c);
    cube core = cube_copy(&x.g);
    for (uint32_t i = 0; kept_off && i < core.size && !s->stopped; i++) {
        ic3_weaken_comparison(&x, core.lits[i]);
        ic3_weaken_to_bits(&x, core.lits[i]);
    }
    vec_append(lits, x.g.lits, x.g.size);
    cube_release(&core);
    cube_release(&x.g);
    vec_release(&x.core);
}

cube ic3_interpolated(ic3 *s, loc l, uint32_t level, const cube *c) {
    term_vec lits = {0};
    for (uint32_t i = 0; i < s->into.data[l].size; i++) {
        uint32_t arc_ = s->into.data[l].data[i];
        bool shut = level == 1 && s->arcs.data[arc_].from != s->p->start; /* F(0, from) is false: true will do */
        if (!shut && !by_solver(s, arc_, level - 1, c, &lits)) by_core(s, l, arc_, level - 1, c, &lits);
    }
    cube g = cube_make(lits.data, lits.size);
    s->n.interpolated += !cube_equal(&g, c);
    vec_release(&lits);
    return g;
}
