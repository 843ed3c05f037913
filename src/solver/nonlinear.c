#include "solver/nonlinear.h"

#include "base/log.h"

/* Rules about pairs and triples of more than these are left out. */
enum { MOST_RELATED = 64, MOST_BOUNDS = 6, MOST_LEAVES = 24 };

void nonlinear_release(nonlinear *all) {
    vec_release(&all->products);
    vec_release(&all->remainders);
    vec_release(&all->bounds);
}

void nonlinear_bound(nonlinear *all, term c) {
    assert_debug(c.id);
    if (terms_have(&all->bounds, c)) return;
    if (all->bounds.size < MOST_BOUNDS) vec_push(&all->bounds, c);
}

static term plus(terms *t, term a, term b) { return term_2(t, OP_ADD, a, b); }
static term minus(terms *t, term a, term b) { return term_2(t, OP_SUB, a, b); }
static term negated(terms *t, term a) { return minus(t, term_int(t, 0), a); }
static term at_most(terms *t, term a, term b) { return term_2(t, OP_LE, a, b); }
static term at_least(terms *t, term a, long b) { return at_most(t, term_int(t, b), a); }
static term below(terms *t, term a, long b) { return at_most(t, a, term_int(t, b - 1)); }
static term is(terms *t, term a, long b) { return term_eq(t, a, term_int(t, b)); }
static term implies(terms *t, term a, term b) { return term_or(t, term_not(t, a), b); }

static void rule(terms *t, term where, term then, term_vec *out) {
    term r = implies(t, where, then);
    if (!same(r, term_true(t))) vec_push(out, r);
}

/* ---- what may be equal ---- */

/* The terms that one may be, without its conditions. */
static void add_leaves(const terms *t, term a, term_vec *out) {
    if (out->size >= MOST_LEAVES) return;
    if (term_op(t, a) != OP_ITE) {
        vec_push(out, a);
        return;
    }
    add_leaves(t, term_arg(t, a, 1), out);
    add_leaves(t, term_arg(t, a, 2), out);
}

/* One and the same, in some case: otherwise a rule about equal ones is hardly of use. */
static bool may_be_same(const terms *t, term a, term b) {
    term_vec of_a = {0}, of_b = {0};
    bool found = false;
    add_leaves(t, a, &of_a);
    add_leaves(t, b, &of_b);
    for (uint32_t i = 0; i < of_a.size; i++)
        for (uint32_t k = 0; k < of_b.size; k++) found |= same(of_a.data[i], of_b.data[k]);
    vec_release(&of_a);
    vec_release(&of_b);
    return found;
}

/* ---- products ---- */

/* By one factor only. */
static void factor_rules(terms *t, term x, term y, term p, term_vec *out) {
    term from_1 = at_least(t, x, 1), below_0 = below(t, x, 0);
    term y_from_1 = at_least(t, y, 1), y_below_0 = below(t, y, 0);
    rule(t, is(t, x, 0), is(t, p, 0), out);
    rule(t, is(t, x, 1), term_eq(t, p, y), out);
    rule(t, is(t, x, -1), term_eq(t, p, negated(t, y)), out);
    rule(t, term_and(t, from_1, y_from_1), at_most(t, y, p), out);
    rule(t, term_and(t, below_0, y_below_0), at_most(t, negated(t, y), p), out);
    rule(t, term_and(t, from_1, y_below_0), at_most(t, p, y), out);
    rule(t, term_and(t, below_0, y_from_1), at_most(t, p, negated(t, y)), out);
}

/* x <= c: x * y <= c * y, where y is not negative. */
static void bound_rules(terms *t, term x, term y, term p, const term_vec *bounds, term_vec *out) {
    for (uint32_t i = 0; i < bounds->size; i++) {
        term c = bounds->data[i], line = term_2(t, OP_MUL, c, y), from_0 = at_least(t, y, 0);
        rule(t, term_and(t, at_most(t, x, c), from_0), at_most(t, p, line), out);
        rule(t, term_and(t, at_most(t, c, x), from_0), at_most(t, line, p), out);
    }
}

static void product_rules(terms *t, const int_product *a, const term_vec *bounds, term_vec *out) {
    factor_rules(t, a->x, a->y, a->value, out);
    factor_rules(t, a->y, a->x, a->value, out);
    bound_rules(t, a->x, a->y, a->value, bounds, out);
    bound_rules(t, a->y, a->x, a->value, bounds, out);
    rule(t, term_and(t, at_least(t, a->x, 2), at_least(t, a->y, 2)),
         at_most(t, plus(t, a->x, a->y), a->value), out);
}

static int_product commuted(const int_product *a) { return (int_product){a->y, a->x, a->value}; }

/* Two products of one y. */
static void same_factor_rules(terms *t, const int_product *a, const int_product *b, term_vec *out) {
    if (!may_be_same(t, a->y, b->y)) return;
    term one = term_eq(t, a->y, b->y), from_0 = term_and(t, one, at_least(t, a->y, 0));
    rule(t, term_and(t, one, term_eq(t, a->x, plus(t, b->x, term_int(t, 1)))),
         term_eq(t, a->value, plus(t, b->value, a->y)), out);
    rule(t, term_and(t, one, term_eq(t, b->x, plus(t, a->x, term_int(t, 1)))),
         term_eq(t, b->value, plus(t, a->value, a->y)), out);
    rule(t, term_and(t, one, term_eq(t, a->x, b->x)), term_eq(t, a->value, b->value), out);
    rule(t, term_and(t, one, term_eq(t, a->x, negated(t, b->x))),
         term_eq(t, a->value, negated(t, b->value)), out);
    rule(t, term_and(t, from_0, at_most(t, a->x, b->x)), at_most(t, a->value, b->value), out);
    rule(t, term_and(t, from_0, at_most(t, b->x, a->x)), at_most(t, b->value, a->value), out);
}

/* (x + 1) * (y + 1) = x * y + x + y + 1: squares have no other factor in common. */
static void next_rule(terms *t, const int_product *a, const int_product *b, term_vec *out) {
    term one = term_int(t, 1);
    term where =
        term_and(t, term_eq(t, a->x, plus(t, b->x, one)), term_eq(t, a->y, plus(t, b->y, one)));
    term more = plus(t, plus(t, b->x, b->y), one);
    rule(t, where, term_eq(t, a->value, plus(t, b->value, more)), out);
}

static void pair_rules(terms *t, const int_product *a, const int_product *b, term_vec *out) {
    int_product turned_a = commuted(a), turned_b = commuted(b);
    same_factor_rules(t, a, b, out);
    same_factor_rules(t, a, &turned_b, out);
    same_factor_rules(t, &turned_a, b, out);
    same_factor_rules(t, &turned_a, &turned_b, out);
    next_rule(t, a, b, out);
    next_rule(t, b, a, out);
    next_rule(t, a, &turned_b, out);
    next_rule(t, &turned_b, a, out);
}

/* x = x' + x'', all times one y. */
static void sum_rule(terms *t, const int_product *a, const int_product *b, const int_product *c,
                     term_vec *out) {
    if (!may_be_same(t, a->y, b->y) || !may_be_same(t, a->y, c->y)) return;
    term one = term_and(t, term_eq(t, a->y, b->y), term_eq(t, a->y, c->y));
    rule(t, term_and(t, one, term_eq(t, a->x, plus(t, b->x, c->x))),
         term_eq(t, a->value, plus(t, b->value, c->value)), out);
}

static void related_products(terms *t, const nonlinear *all, term_vec *out) {
    uint32_t n = all->products.size;
    const int_product *p = all->products.data;
    if (n > MOST_RELATED) return;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++) {
            if (i < k) pair_rules(t, &p[i], &p[k], out);
            for (uint32_t m = k + 1; m < n; m++)
                if (i != k && i != m) sum_rule(t, &p[i], &p[k], &p[m], out);
        }
}

/* ---- remainders ---- */

static term magnitude(terms *t, term a) { return term_ite(t, at_least(t, a, 0), a, negated(t, a)); }

static term divides(terms *t, const int_remainder *a) { return is(t, a->value, 0); }

static void remainder_rules(terms *t, const int_remainder *a, term_vec *out) {
    term whole = magnitude(t, a->of), by = magnitude(t, a->by), left = magnitude(t, a->value);
    term zero = is(t, a->by, 0);
    rule(t, zero, term_eq(t, a->value, a->of), out);
    rule(t, term_not(t, zero), at_most(t, plus(t, left, term_int(t, 1)), by), out);
    rule(t, at_least(t, a->of, 0),
         term_and(t, at_least(t, a->value, 0), at_most(t, a->value, a->of)), out);
    rule(t, below(t, a->of, 0), term_and(t, below(t, a->value, 1), at_most(t, a->of, a->value)),
         out);
    rule(t, at_most(t, plus(t, whole, term_int(t, 1)), by), term_eq(t, a->value, a->of), out);
    rule(t, term_eq(t, whole, by), divides(t, a), out);
    term once = term_and(t, at_most(t, by, whole),
                         at_most(t, plus(t, whole, term_int(t, 1)), plus(t, by, by)));
    rule(t, once, term_eq(t, left, minus(t, whole, by)), out);
}

static term same_divisor(terms *t, const int_remainder *a, const int_remainder *b) {
    return term_or(t, term_eq(t, a->by, b->by), term_eq(t, a->by, negated(t, b->by)));
}

/* a = b + c, a = b - c, ... */
static term one_is_sum(terms *t, term a, term b, term c) {
    term sums[] = {term_eq(t, a, plus(t, b, c)), term_eq(t, a, minus(t, b, c)),
                   term_eq(t, a, minus(t, c, b)), term_eq(t, a, negated(t, plus(t, b, c)))};
    return term_or_n(t, 4, sums);
}

static void remainder_pair(terms *t, const int_remainder *a, const int_remainder *b,
                           term_vec *out) {
    term one = same_divisor(t, a, b), da = divides(t, a), db = divides(t, b);
    term one_sign = term_eq(t, at_least(t, a->of, 0), at_least(t, b->of, 0));
    term apart = one_is_sum(t, a->of, b->of, a->by);
    rule(t, term_and(t, one, term_eq(t, a->of, b->of)), term_eq(t, a->value, b->value), out);
    rule(t, term_and(t, one, term_eq(t, a->of, negated(t, b->of))),
         term_eq(t, a->value, negated(t, b->value)), out);
    rule(t, term_and(t, one, apart), term_eq(t, da, db), out);
    term turns = term_or(t, term_eq(t, a->of, plus(t, b->of, a->by)),
                         term_eq(t, a->of, minus(t, b->of, a->by)));
    rule(t, term_and_n(t, 3, (term[]){one, one_sign, turns}), term_eq(t, a->value, b->value), out);
}

/* What divides two of three numbers, one of which is a sum of the others, divides the third. */
static void remainder_triple(terms *t, const int_remainder *a, const int_remainder *b,
                             const int_remainder *c, term_vec *out) {
    term one = term_and(t, same_divisor(t, a, b), same_divisor(t, a, c));
    term both = term_and(t, divides(t, b), divides(t, c));
    rule(t, term_and_n(t, 3, (term[]){one, both, one_is_sum(t, a->of, b->of, c->of)}),
         divides(t, a), out);
}

static term about(terms *t, const int_remainder *a, term number) {
    return term_or(t, term_eq(t, a->of, number), term_eq(t, a->of, negated(t, number)));
}

/* What divides a number and its remainder by b, or b and the remainder, divides all three. */
static void euclid_rule(terms *t, const int_remainder *by, const int_remainder *a,
                        const int_remainder *b, const int_remainder *c, term_vec *out) {
    if (!may_be_same(t, a->of, by->of) || !may_be_same(t, b->of, by->by) ||
        !may_be_same(t, c->of, by->value))
        return;
    term_vec where = {0};
    vec_push(&where, same_divisor(t, a, b));
    vec_push(&where, same_divisor(t, a, c));
    vec_push(&where, about(t, a, by->of));
    vec_push(&where, about(t, b, by->by));
    vec_push(&where, about(t, c, by->value));
    vec_push(&where, divides(t, b));
    rule(t, term_and_n(t, where.size, where.data), term_eq(t, divides(t, a), divides(t, c)), out);
    vec_release(&where);
}

/* All remainders by what may be the divisor of the first. */
static void remainders_by_one(terms *t, const nonlinear *all, const int_remainder *a,
                              term_vec *out) {
    vec(const int_remainder *) by_same = {0};
    for (uint32_t i = 0; i < all->remainders.size; i++) {
        const int_remainder *b = &all->remainders.data[i];
        if (b != a && may_be_same(t, a->by, b->by)) vec_push(&by_same, b);
    }
    for (uint32_t i = 0; i < by_same.size; i++) {
        if (a < by_same.data[i]) remainder_pair(t, a, by_same.data[i], out);
        for (uint32_t k = 0; k < by_same.size; k++) {
            if (i < k) remainder_triple(t, a, by_same.data[i], by_same.data[k], out);
            for (uint32_t by = 0; by < all->remainders.size && i != k; by++)
                euclid_rule(t, &all->remainders.data[by], a, by_same.data[i], by_same.data[k], out);
        }
    }
    vec_release(&by_same);
}

static void related_remainders(terms *t, const nonlinear *all, term_vec *out) {
    for (uint32_t i = 0; i < all->remainders.size; i++)
        if (all->remainders.size <= MOST_RELATED)
            remainders_by_one(t, all, &all->remainders.data[i], out);
}

void nonlinear_rules(terms *t, const nonlinear *all, term_vec *out) {
    LOG("relax", "rules for products");
    for (uint32_t i = 0; i < all->products.size; i++)
        product_rules(t, &all->products.data[i], &all->bounds, out);
    for (uint32_t i = 0; i < all->remainders.size; i++)
        remainder_rules(t, &all->remainders.data[i], out);
    related_products(t, all, out);
    related_remainders(t, all, out);
}
