/* Relations instead of bounds. Interpolants of one path have that path's numbers in them: where a
 * proof needs x - y <= 0, refinement may find x <= 1 and y <= 1, x <= 2 and y <= 2 and so on for
 * ever. Where the predicates of a location have several bounds of the same sum, and one more is
 * proposed, relations of that sum with variables, and with other such sums, are tried in its place.
 * They are taken where they refute the path without it. */
#include "engine/ic3/predicates/refine.h"

#include "base/log.h"

enum { ENUMERATED = 3, MOST_RELATIONS = 240 };

typedef struct {
    loc at;
    term base, bound;
} drift; /* base <= bound, once more */
typedef vec(drift) drifts;

/* atom: base <= bound or base < bound, the base without a constant part. Int and Real. */
static bool bound_of(terms *t, term atom, term *base, term *bound) {
    if (term_op(t, atom) != OP_LE && term_op(t, atom) != OP_LT) return false;
    term left = term_arg(t, atom, 0), right = term_arg(t, atom, 1),
         sum = term_2(t, OP_SUB, left, right);
    term last = term_op(t, sum) == OP_ADD ? term_arg(t, sum, term_arity(t, sum) - 1) : sum;
    if (!term_is_const(t, last)) last = term_2(t, OP_SUB, left, left);
    *base = term_2(t, OP_SUB, sum, last);
    *bound = term_2(t, OP_SUB, *base, sum);
    return !term_is_const(t, *base);
}

/* The bounds of one sum at a location. */
typedef struct {
    term base, before, last;
    uint32_t size;
} relation_family;
typedef vec(relation_family) relation_families;

static relation_family *family_of(relation_families *all, term base) {
    for (uint32_t i = 0; i < all->size; i++)
        if (same(all->data[i].base, base)) return &all->data[i];
    relation_family made = {.base = base};
    vec_push(all, made);
    return &vec_last(all);
}

static void families_at(ic3ia *e, loc at, relation_families *all) {
    assert_debug(at.id < e->k.p->locations.size);
    term_vec *known = &e->places.data[at.id].predicates;
    for (uint32_t i = 0; i < known->size; i++) {
        term base, bound;
        if (!bound_of(e->k.t, known->data[i], &base, &bound)) continue;
        relation_family *f = family_of(all, base);
        f->before = f->last;
        f->last = bound;
        f->size++;
    }
}

static bool enumerated(ic3ia *e, loc at, term base) {
    assert_debug(at.id < e->k.p->locations.size);
    relation_families all = {0};
    families_at(e, at, &all);
    bool good = family_of(&all, base)->size >= ENUMERATED;
    vec_release(&all);
    return good;
}

/* Split the proposals into bounds of enumerated sums, and the rest. */
static void find_drifts(ic3ia *e, const proposals *from, drifts *found, proposals *rest) {
    for (uint32_t i = 0; i < from->items.size; i++) {
        const located_atom *c = &from->items.data[i];
        drift d = {.at = c->at};
        if (bound_of(e->k.t, c->atom, &d.base, &d.bound) && enumerated(e, c->at, d.base))
            vec_push(found, d);
        else propose(e, c->at, c->atom, rest);
    }
}

/* left = right, as two bounds, at every location of the path. */
static void equate(ic3ia *e, const u32_vec *steps, term left, term right, proposals *out) {
    for (uint32_t i = 1; i < steps->size && out->items.size < MOST_RELATIONS; i++) {
        loc at = e->arrows.data[steps->data[i]].from;
        propose(e, at, term_2(e->k.t, OP_LE, left, right), out);
        propose(e, at, term_2(e->k.t, OP_LE, right, left), out);
    }
}

static void with_variables(ic3ia *e, const u32_vec *steps, const drift *d, proposals *out) {
    for (uint32_t i = 0; i < e->sim->vars.size; i++) {
        term v = e->sim->vars.data[i];
        if (same_sort(term_sort(e->k.t, v), term_sort(e->k.t, d->base)) && !same(v, d->base))
            equate(e, steps, d->base, v, out);
    }
}

/* Both bounds are numbers of this path: their difference or sum may not be. Over integers the bound
 * of a sum is one more where one of the two is used negated. */
static void with_other(ic3ia *e, const u32_vec *steps, const drift *d, const drift *other,
                       proposals *out) {
    terms *t = e->k.t;
    if (same(d->base, other->base) || !same_sort(term_sort(t, d->base), term_sort(t, other->base)))
        return;
    term sum = term_2(t, OP_ADD, d->bound, other->bound);
    equate(e, steps, term_2(t, OP_SUB, d->base, other->base),
           term_2(t, OP_SUB, d->bound, other->bound), out);
    equate(e, steps, term_2(t, OP_ADD, d->base, other->base), sum, out);
    if (sort_kind_of(t, term_sort(t, d->base)) == SORT_INT)
        equate(e, steps, term_2(t, OP_ADD, d->base, other->base),
               term_2(t, OP_ADD, sum, term_int(t, 1)), out);
}

static term scaled(terms *t, term a, term x, term b, term y) {
    return term_2(t, OP_SUB, term_2(t, OP_MUL, a, x), term_2(t, OP_MUL, b, y));
}

/* Where one sum's bounds go by a at a time and another's by b, b times the one minus a times the
 * other may stay. The two need not be in step: their last bounds and those before are tried. */
static void with_family(ic3ia *e, const u32_vec *steps, const drift *d, const relation_family *own,
                        const relation_family *f, proposals *out) {
    terms *t = e->k.t;
    if (f->size < ENUMERATED || same(f->base, d->base) ||
        !same_sort(term_sort(t, f->base), term_sort(t, d->base)))
        return;
    term a = term_2(t, OP_SUB, d->bound, own->last), b = term_2(t, OP_SUB, f->last, f->before);
    term zero = term_2(t, OP_SUB, a, a), left = scaled(t, b, d->base, a, f->base);
    if (same(a, zero) || same(b, zero)) return;
    equate(e, steps, left, scaled(t, b, d->bound, a, f->last), out);
    equate(e, steps, left, scaled(t, b, d->bound, a, f->before), out);
    equate(e, steps, left, scaled(t, b, own->last, a, f->last), out);
    equate(e, steps, left, zero, out);
}

static void with_families(ic3ia *e, const u32_vec *steps, const drift *d, proposals *out) {
    relation_families all = {0};
    families_at(e, d->at, &all);
    relation_family own = *family_of(&all, d->base);
    for (uint32_t i = 0; i < all.size; i++) with_family(e, steps, d, &own, &all.data[i], out);
    vec_release(&all);
}

enum {
    IN_VAIN = 6,
    AGAIN = 8
}; /* so many times in vain: only every eighth refinement is tried from then on */

bool relations_due(const ic3ia *e) {
    return e->k.o->ia_relate && !e->k.stopped && (e->vain < IN_VAIN || e->refinements % AGAIN == 0);
}

bool refine_relations(ic3ia *e, const u32_vec *steps, const vec_cube *cubes, const proposals *from,
                      proposals *out) {
    assert_debug(!cubes || steps->size == cubes->size);
    LOG("ic3ia", "relations for %u steps", steps->size);
    drifts found = {0};
    find_drifts(e, from, &found, out);
    for (uint32_t i = 0; i < found.size; i++)
        for (uint32_t j = i + 1; j < found.size; j++)
            with_other(e, steps, &found.data[i], &found.data[j], out);
    for (uint32_t i = 0; i < found.size; i++) with_families(e, steps, &found.data[i], out);
    for (uint32_t i = 0; i < found.size; i++) with_variables(e, steps, &found.data[i], out);
    uint32_t tried = out->items.size;
    bool good =
        found.size && tried &&
        predicates_refute(e, steps, cubes, &e->sim->vars, &out->items, true) == ANSWER_UNSAT;
    good = good && out->items.size < tried; /* all of them: the core was no help, and too many
                                               predicates slow all queries down */
    if (found.size) e->vain = good ? 0 : e->vain + 1;
    vec_release(&found);
    return good;
}
