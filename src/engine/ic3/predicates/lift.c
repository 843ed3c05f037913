/* Lifting: from a state before an edge to a concrete and an abstract cube. */
#include "base/log.h"
#include "engine/ic3/predicates/cti.h"

bool refinement_due(const ctigar *g, uint32_t spurious) {
    int strategy = g->e->k.o->ctigar;
    bool eager = strategy == CTIGAR_CCE || strategy == CTIGAR_LCE;
    return eager || spurious >= g->e->k.o->ctigar_threshold;
}

uint32_t predicates_from(ctigar *g, loc at, const term *literals, uint32_t n) {
    assert_debug(terms_are_there(g->e->k.t, n, literals));
    uint32_t added = 0;
    for (uint32_t i = 0; i < n; i++) {
        term l = literals[i];
        added += predicate_add(g->e, at,
                               term_op(g->e->k.t, l) == OP_NOT ? term_arg(g->e->k.t, l, 0) : l);
    }
    if (!added) return 0;
    g->outdated = true;
    g->local_refinements++;
    g->e->refinements++;
    return added;
}

/* Equations of numbers become bounds, as predicates are: two for an equation, the side that holds
 * in e->m for a negated one. Direction: the cube only gets stronger, and still holds in the model.
 */
static void split_equations(ic3ia *e, const term_vec *literals, term_vec *out) {
    terms *t = e->k.t;
    vec_clear(out);
    for (uint32_t i = 0; i < literals->size; i++) {
        term l = literals->data[i];
        bool negated = term_op(t, l) == OP_NOT;
        term atom = negated ? term_arg(t, l, 0) : l;
        enum sort_kind kind = term_op(t, atom) == OP_EQ
                                  ? sort_kind_of(t, term_sort(t, term_arg(t, atom, 0)))
                                  : SORT_NONE;
        if (kind != SORT_INT && kind != SORT_REAL) {
            vec_push(out, l);
            continue;
        }
        term below = term_2(t, OP_LE, term_arg(t, atom, 0), term_arg(t, atom, 1));
        term above = term_2(t, OP_LE, term_arg(t, atom, 1), term_arg(t, atom, 0));
        if (!negated) {
            vec_push(out, below);
            vec_push(out, above);
        } else
            vec_push(out, term_not(t, term_holds(e->project.eval, &e->m, below) ? above : below));
    }
}

/* After SAT: the concrete cube before the edge. Direction: a part of the pre-image of `target`. */
static cube concrete_before(ic3ia *e, arrow *a, const cube *target) {
    term_vec targets = {0}, literals = {0}, bounds = {0};
    for (uint32_t i = 0; target && i < target->size; i++)
        vec_push(&targets, subst_apply(&a->to_next, e->k.t, target->lits[i]));
    edge_preimage(e, a, &targets, &literals);
    split_equations(e, &literals, &bounds);
    cube c = cube_of(e, &bounds);
    vec_release(&targets);
    vec_release(&literals);
    vec_release(&bounds);
    return c;
}

/* Does the abstract cube imply all of the concrete one? If so, `core` gets the literals that do. */
static bool lift(ctigar *g, const term_vec *abstract, const cube *concrete, term_vec *core) {
    ic3ia *e = g->e;
    term_vec assumptions = {0};
    vec_append(&assumptions, abstract->data, abstract->size);
    vec_push(&assumptions, term_not(e->k.t, term_and_n(e->k.t, concrete->size, concrete->lits)));
    e->k.queries++;
    bool good = solver_check(g->lifting, assumptions.size, assumptions.data) == ANSWER_UNSAT;
    vec_clear(core);
    for (uint32_t i = 0; good && i < abstract->size; i++)
        if (g->full || solver_in_core(g->lifting, abstract->data[i]))
            vec_push(core, abstract->data[i]);
    vec_release(&assumptions);
    return good;
}

/* The literals of the concrete cube that the abstract one does not imply become predicates, and
 * join the abstract cube. */
static void refine_lifting(ctigar *g, loc at, term_vec *abstract, const cube *concrete) {
    ic3ia *e = g->e;
    term_vec missing = {0};
    for (uint32_t i = 0; i < concrete->size; i++) {
        term_vec assumptions = {0};
        vec_append(&assumptions, abstract->data, abstract->size);
        vec_push(&assumptions, term_not(e->k.t, concrete->lits[i]));
        e->k.queries++;
        if (solver_check(g->lifting, assumptions.size, assumptions.data) != ANSWER_UNSAT)
            vec_push(&missing, concrete->lits[i]);
        vec_release(&assumptions);
    }
    predicates_from(g, at, missing.data, missing.size);
    vec_append(abstract, missing.data, missing.size);
    vec_release(&missing);
}

static bool lifts_at_once(const ctigar *g, uint32_t spurious) {
    int strategy = g->e->k.o->ctigar;
    return (strategy == CTIGAR_LCL || strategy == CTIGAR_LCE) && refinement_due(g, spurious);
}

cti cti_before(ctigar *g, uint32_t arc_id, const cube *target, uint32_t spurious, cube *out) {
    assert_debug(arc_id < g->e->k.arcs.size);
    LOG("ctigar", "state before arc %u, %u spurious", arc_id, spurious);
    ic3ia *e = g->e;
    arrow *a = &e->arrows.data[arc_id];
    term_vec abstract = {0}, core = {0};
    cti s = {.spurious = spurious};
    edge_predecessor(e, a, target, &abstract);
    s.concrete = concrete_before(e, a, target);
    s.lifted = lift(g, &abstract, &s.concrete, &core);
    if (!s.lifted) {
        g->lifting_failures++;
        if (lifts_at_once(g, spurious + 1)) {
            refine_lifting(g, a->from, &abstract, &s.concrete);
            s.lifted = lift(g, &abstract, &s.concrete, &core);
        }
    }
    s.spurious += !s.lifted;
    *out = cube_of(e, s.lifted ? &core : &abstract);
    vec_release(&abstract);
    vec_release(&core);
    return s;
}
