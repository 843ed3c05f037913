/* Predicates that follow from the comparisons of a guard: of a <= b and b <= c, a <= c.
 *
 * Interpolants of a path speak of what the path computes: i > 0 since i was 1, and 2, and 4. Where
 * words wrap, that is true for so many rounds, and refinement goes through them all. A comparison
 * of what stands at both ends of a chain often speaks of what the loop leaves alone, and its
 * negation excludes the guard whatever i is. Of words only: relations of numbers come from
 * polyhedra. */
#include "engine/ic3/predicates/refine.h"

#include "base/log.h"

/* low < high, or low <= high, in the order of `op`. */
typedef struct {
    enum op op;
    term low, high;
    bool strict;
} order_atom;
typedef vec(order_atom) order_atoms;

enum { MOST_COMPARISONS = 16 }; /* of a guard: beyond, it is no loop's */

static bool comparison_of(const terms *t, term a, order_atom *c) {
    bool negated = term_op(t, a) == OP_NOT;
    term atom = negated ? term_arg(t, a, 0) : a;
    c->op = term_op(t, atom);
    if (c->op != OP_BVSLT && c->op != OP_BVULT) return false;
    c->low = term_arg(t, atom, negated);
    c->high = term_arg(t, atom, !negated);
    c->strict = !negated;
    return true;
}

static void collect(terms *t, term guard, order_atoms *found) {
    term_vec parts = {0};
    order_atom c;
    term_conjuncts(t, guard, &parts);
    for (uint32_t i = 0; i < parts.size && found->size < MOST_COMPARISONS; i++)
        if (comparison_of(t, parts.data[i], &c)) vec_push(found, c);
    vec_release(&parts);
}

static void chain(ic3ia *e, loc at, const order_atom *a, const order_atom *b, proposals *out) {
    assert_debug(at.id < e->k.p->locations.size);
    terms *t = e->k.t;
    if (a->op != b->op || !same(a->high, b->low) || term_is_const(t, a->high)) return;
    term follows = a->strict || b->strict ? term_2(t, a->op, a->low, b->high)
                                          : term_not(t, term_2(t, a->op, b->high, a->low));
    if (!term_is_const(t, follows) && over_program(e, follows)) propose(e, at, follows, out);
}

void chain_predicates(ic3ia *e, proposals *out) {
    LOG("ic3ia", "predicates along chains");
    order_atoms found = {0};
    for (uint32_t i = 0; i < e->arrows.size; i++) {
        found.size = 0;
        collect(e->k.t, e->arrows.data[i].tr->formula, &found);
        for (uint32_t a = 0; a < found.size; a++)
            for (uint32_t b = 0; b < found.size; b++)
                chain(e, e->arrows.data[i].from, &found.data[a], &found.data[b], out);
    }
    vec_release(&found);
}
