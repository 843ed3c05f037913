/* Relations instead of bounds. Interpolants of one path have that path's numbers in them: where a proof needs x - y <= 0, refinement
 * may find x <= 1 and y <= 1, x <= 2 and y <= 2 and so on for ever. Where the predicates of a location have several bounds of
 * the same sum, and one more is proposed, relations of that sum with variables, and with other such sums,
 * are tried in its place. They are taken where they refute the path without it. */
#include "engine/ic3ia/refine.h"

enum { ENUMERATED = 3, MOST_RELATIONS = 240 };

typedef struct { loc at; term base, bound; } drift; /* base <= bound, once more */
typedef vec(drift) drifts;

/* atom: base <= bound or base < bound, the base without a constant part. Int and Real. */
static bool bound_of(terms *t, term atom, term *base, term *bound) {
    if (term_op(t, atom) != OP_LE && term_op(t, atom) != OP_LT) return false;
    term left = term_arg(t, atom, 0), right = term_arg(t, atom, 1), sum = term_2(t, OP_SUB, left, right);
    term last = term_op(t, sum) == OP_ADD ? term_arg(t, sum, term_arity(t, sum) - 1) : sum;
    if (!term_is_const(t, last)) last = term_2(t, OP_SUB, left, left);
    *base = term_2(t, OP_SUB, sum, last);
    *bound = term_2(t, OP_SUB, *base, sum);
    return !term_is_const(t, *base);
}

static bool enumerated(ic3ia *e, loc at, term base) {
    uint32_t found = 0;
    term_vec *known = &e->places.data[at].predicates;
    for (uint32_t i = 0; i < known->size && found < ENUMERATED; i++) {
        term other, bound;
        found += bound_of(e->t, known->data[i], &other, &bound) && same(other, base);
    }
    return found >= ENUMERATED;
}

/* Split the proposals into bounds of enumerated sums, and the rest. */
static void find_drifts(ic3ia *e, const proposals *from, drifts *found, proposals *rest) {
    for (uint32_t i = 0; i < from->items.size; i++) {
        const candidate *c = &from->items.data[i];
        drift d = {.at = c->at};
        if (bound_of(e->t, c->atom, &d.base, &d.bound) && enumerated(e, c->at, d.base)) vec_push(found, d);
        else propose(e, c->at, c->atom, rest);
    }
}

/* left = right, as two bounds, at every location of the path. */
static void equate(ic3ia *e, const u32_vec *path, term left, term right, proposals *out) {
    for (uint32_t i = 1; i < path->size && out->items.size < MOST_RELATIONS; i++) {
        loc at = e->arrows.data[path->data[i]].from;
        propose(e, at, term_2(e->t, OP_LE, left, right), out);
        propose(e, at, term_2(e->t, OP_LE, right, left), out);
    }
}

static void with_variables(ic3ia *e, const u32_vec *path, const drift *d, proposals *out) {
    for (uint32_t i = 0; i < e->sim->vars.size; i++) {
        term v = e->sim->vars.data[i];
        if (same_sort(term_sort(e->t, v), term_sort(e->t, d->base)) && !same(v, d->base)) equate(e, path, d->base, v, out);
    }
}

/* Both bounds are numbers of this path: their difference or sum may not be. Over integers the bound of a sum is one more where one of
 * the two is used negated. */
static void with_other(ic3ia *e, const u32_vec *path, const drift *d, const drift *other, proposals *out) {
    terms *t = e->t;
    if (same(d->base, other->base) || !same_sort(term_sort(t, d->base), term_sort(t, other->base))) return;
    term sum = term_2(t, OP_ADD, d->bound, other->bound);
    equate(e, path, term_2(t, OP_SUB, d->base, other->base), term_2(t, OP_SUB, d->bound, other->bound), out);
    equate(e, path, term_2(t, OP_ADD, d->base, other->base), sum, out);
    if (sort_kind_of(t, term_sort(t, d->base)) == SORT_INT)
        equate(e, path, term_2(t, OP_ADD, d->base, other->base), term_2(t, OP_ADD, sum, term_int(t, 1)), out);
}

bool refine_relations(ic3ia *e, const u32_vec *path, const vec_cube *cubes, const proposals *from, proposals *out) {
    drifts found = {0};
    find_drifts(e, from, &found, out);
    for (uint32_t i = 0; i < found.size; i++)
        for (uint32_t j = i + 1; j < found.size; j++) with_other(e, path, &found.data[i], &found.data[j], out);
    for (uint32_t i = 0; i < found.size; i++) with_variables(e, path, &found.data[i], out);
    uint32_t tried = out->items.size;
    bool good = found.size && tried && predicates_refute(e, path, cubes, &e->sim->vars, &out->items, true) == ANSWER_UNSAT;
    good = good && out->items.size < tried; /* all of them: the core was no help, and too many predicates slow all queries down */
    vec_release(&found);
    return good;
}
