/* Generalization by interpolants (--interpolate): for each arc an interpolant between the cube
 * afterwards and the frame with the arc's relation. The cube implies it, the arc does not reach it,
 * and it speaks of the variables afterwards only, so the conjunction over all arcs is a valid
 * generalization.
 *
 * A solver that interpolates is asked. For the others the interpolant is made here: the failed
 * assumptions are one (a part of the cube), and each of their comparisons is replaced by a weaker
 * one that the cube implies, as far as the arc stays shut: an equation by an inequation or by some
 * of its bits, a bound by a farther one. */
#include "base/time_limits.h"
#include "engine/ic3/literals/generalize.h"
#include "base/log.h"
#include "engine/ic3/literals/single.h"

typedef struct {
    literals *s;
    const arc *a;
    uint32_t number;
    term_vec vars; /* of the cube */
    term_vec parts;
} interpolation;

/* ---- by a solver ---- */

static void prime(interpolation *x, bool back) {
    for (uint32_t i = 0; i < x->vars.size; i++) {
        term var = x->vars.data[i], copy = primed(x->s->k.t, var);
        subst_set(&x->s->scratch, x->s->k.t, back ? copy : var, back ? var : copy);
    }
}

static term renamed(interpolation *x, term a, bool back) {
    prime(x, back);
    term result = subst_apply(&x->s->scratch, x->s->k.t, a);
    subst_clear(&x->s->scratch);
    return result;
}

/* The frame, the relation, and x' = value afterwards for the cube's variables. */
static term before_and_step(interpolation *x, uint32_t level) {
    literals *s = x->s;
    const frame_sequence *f = &s->k.frames.data[x->a->from.id];
    vec_clear(&x->parts);
    vec_push(&x->parts, x->a->way.relation.formula);
    for (uint32_t i = 0; i < f->live.size; i++) {
        const lemma *m = &s->k.lemmas.data[f->live.data[i]];
        if (m->level >= level) vec_push(&x->parts, cube_clause(s->k.t, &m->cube));
    }
    for (uint32_t i = 0; i < x->vars.size; i++) {
        term after = lit_arc_image(s, x->number, x->vars.data[i]);
        vec_push(&x->parts, term_eq(s->k.t, primed(s->k.t, x->vars.data[i]), after));
    }
    return term_and_n(s->k.t, x->parts.size, x->parts.data);
}

static bool ask_solver(interpolation *x, uint32_t level, const cube *c, term *between) {
    literals *s = x->s;
    term after = renamed(x, cube_term(s->k.t, c), false);
    budget little = time_limited(TIME_LITERALS_INTERPOLANT, *s->k.limits);
    s->n.other_queries++;
    s->k.queries++;
    solver_set_budget(lit_solver(s, x->number), &little);
    bool found =
        solver_interpolate(lit_solver(s, x->number), after, before_and_step(x, level), between);
    solver_set_budget(lit_solver(s, x->number), s->k.limits);
    if (found) *between = renamed(x, *between, true);
    return found;
}

/* A solver's interpolant is not taken on trust. */
static bool by_solver(literals *s, uint32_t arc_id, uint32_t level, const cube *c, term_vec *lits) {
    assert_debug(arc_id < s->k.arcs.size);
    interpolation x = {.s = s, .a = &s->k.arcs.data[arc_id], .number = arc_id};
    if (!lit_solver(s, arc_id) || !(solver_capabilities(lit_solver(s, arc_id)) & CAN_INTERPOLATE))
        return false;
    map seen = {0};
    term between;
    for (uint32_t i = 0; i < c->size; i++) term_vars(s->k.t, c->lits[i], &seen, &x.vars);
    bool ok = ask_solver(&x, level, c, &between);
    uint32_t first = lits->size;
    if (ok) term_conjuncts(s->k.t, between, lits);
    cube g = cube_make(lits->data + first, lits->size - first);
    ok = ok && lit_arc_query(s, arc_id, level, &g, NULL, NULL, QUERY_GENERALIZE) == ANSWER_UNSAT;
    if (!ok) lits->size = first;
    cube_release(&g);
    vec_release(&x.vars);
    vec_release(&x.parts);
    map_release(&seen);
    return ok;
}

/* ---- from the failed assumptions ---- */

static void by_core(literals *s, loc l, uint32_t arc_id, uint32_t level, const cube *c,
                    term_vec *lits) {
    assert_debug(l.id < s->k.p->locations.size);
    assert_debug(arc_id < s->k.arcs.size);
    generalization x = {.s = s, .at = l, .level = level + 1, .arc = arc_id + 1, .g = cube_copy(c)};
    bool is_inductive = generalization_accept(&x, c);
    cube core = cube_copy(&x.g);
    for (uint32_t i = 0; is_inductive && i < core.size && !s->k.stopped; i++) {
        lit_weaken_comparison(&x, core.lits[i]);
        lit_weaken_to_bits(&x, core.lits[i]);
    }
    vec_append(lits, x.g.lits, x.g.size);
    cube_release(&core);
    cube_release(&x.g);
    vec_release(&x.core);
}

cube lit_interpolated(literals *s, loc l, uint32_t level, const cube *c) {
    assert_debug(l.id < s->k.p->locations.size);
    LOG("ic3cfa", "interpolate at %u, level %u", l.id, level);
    term_vec lits = {0};
    for (uint32_t i = 0; i < s->k.into.data[l.id].size; i++) {
        uint32_t arc_id = s->k.into.data[l.id].data[i];
        bool shut = level == 1 && !same_loc(s->k.arcs.data[arc_id].from,
                                            s->k.p->start); /* F(0, from) is false: true will do */
        if (!shut && !by_solver(s, arc_id, level - 1, c, &lits))
            by_core(s, l, arc_id, level - 1, c, &lits);
    }
    cube g = cube_make(lits.data, lits.size);
    s->n.interpolated += !cube_equal(&g, c);
    vec_release(&lits);
    return g;
}
