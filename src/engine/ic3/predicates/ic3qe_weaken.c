/* Weaker lemmas for ic3qe: what generalized PDR gets from Farkas' lemma, by queries.
 *
 * The cubes of ic3qe are projections of pre-images, so their atoms are as many as there are steps
 * to an error, and dropping literals only learns one lemma after the other. Here a cube that is
 * blocked grows in two ways, each kept only if the larger cube is blocked as well: two bounds that
 * agree on a variable are replaced by the sum without it (Fourier and Motzkin), and a bound is
 * moved as far as the model that lies after it. Where the larger cube can be entered from a state
 * that is itself unreachable a step earlier, that state's cube is blocked first (a counterexample
 * to generalization). */
#include "engine/ic3/predicates/predicates.h"

#include "base/log.h"

enum { MOVES = 4, SUMS = 40, COUNTEREXAMPLES = 3 };

/* quantity <= 0, or < 0 where strict. */
typedef struct {
    term quantity;
    bool strict;
} inequality;

static bool is_number(terms *t, term a) {
    enum sort_kind kind = sort_kind_of(t, term_sort(t, a));
    return kind == SORT_INT || kind == SORT_REAL;
}

static bool bound_of(terms *t, term literal, inequality *b) {
    bool negated = term_op(t, literal) == OP_NOT;
    term atom = negated ? term_arg(t, literal, 0) : literal;
    enum op op = term_op(t, atom);
    if ((op != OP_LE && op != OP_LT) || !is_number(t, term_arg(t, atom, 0))) return false;
    term low = term_arg(t, atom, negated), high = term_arg(t, atom, !negated);
    b->quantity = term_2(t, OP_SUB, low, high);
    b->strict = (op == OP_LT) != negated;
    return true;
}

/* quantity <= limit, or < limit. */
static term bound_literal(terms *t, inequality b, mpq_srcptr limit) {
    mpq_t copy;
    mpq_init(copy);
    mpq_set(copy, limit);
    term at = term_number(t, term_sort(t, b.quantity), copy);
    mpq_clear(copy);
    return term_2(t, b.strict ? OP_LT : OP_LE, b.quantity, at);
}

static void split_equations(ic3ia *e, term_vec *literals) {
    for (uint32_t i = 0, n = literals->size; i < n; i++) {
        term l = literals->data[i];
        if (term_op(e->k.t, l) != OP_EQ || !is_number(e->k.t, term_arg(e->k.t, l, 0))) continue;
        literals->data[i] = term_2(e->k.t, OP_LE, term_arg(e->k.t, l, 0), term_arg(e->k.t, l, 1));
        vec_push(literals, term_2(e->k.t, OP_LE, term_arg(e->k.t, l, 1), term_arg(e->k.t, l, 0)));
    }
}

/* ---- counterexamples to generalization ---- */

/* The states before a loop's edge were taken to lie outside c: that is known about them, and sums
 * may need it. */
static void add_premise(ic3ia *e, arrow *a, const cube *c, term_vec *literals) {
    for (uint32_t i = 0; same_loc(a->from, a->to) && i < c->size; i++)
        if (!value_is_true(solver_value(a->of.solver, e->project.pool, c->lits[i])))
            vec_push(literals, term_not(e->k.t, c->lits[i]));
}

/* Block the cube before the edge `entry`, through which c was entered at `level`; false where that
 * takes more than one step. */
static bool block_before(ic3ia *e, uint32_t entry, const cube *c, uint32_t level) {
    qe_state *q = e->strategy;
    arrow *a = &e->arrows.data[entry];
    if (q->depth || level < 2 || e->places.data[a->from.id].is_start) return false;
    term_vec literals = {0};
    edge_predecessor(e, a, c, &literals);
    add_premise(e, a, c, &literals);
    cube before = cube_of(e, &literals);
    vec_release(&literals);
    if (cube_entry(e, a->from, &before, level - 1) != NO_ARC || e->k.stopped) return false;
    q->depth++;
    cube_learn(e, a->from, &before, level - 1);
    q->depth--;
    q->counterexamples++;
    return !e->k.stopped;
}

/* As cube_entry, after blocking a few counterexamples to this generalization. */
static uint32_t entry_after_all(ic3ia *e, loc at, const cube *c, uint32_t level) {
    assert_debug(at.id < e->k.p->locations.size);
    uint32_t entry = cube_entry(e, at, c, level);
    for (int i = 0; i < COUNTEREXAMPLES && entry != NO_ARC && !e->k.stopped; i++) {
        if (!block_before(e, entry, c, level)) return cube_entry(e, at, c, level);
        entry = cube_entry(e, at, c, level);
    }
    return entry;
}

/* ---- moving one bound ---- */

/* The value after the edge of a term before it, in the model of the edge's last query. */
static bool value_after(ic3ia *e, uint32_t entry, term a, mpq_t out) {
    arrow *w = &e->arrows.data[entry];
    term after = subst_apply(&w->to_next, e->k.t, a);
    return term_get_mpq(
        e->k.t, value_to_term(e->project.pool, solver_value(w->of.solver, e->project.pool, after)),
        out);
}

/* Without the literal the cube can be entered at some value of its quantity: try everything below,
 * and again below what that finds. */
static bool move(ic3ia *e, loc at, uint32_t level, term_vec *literals, uint32_t which) {
    assert_debug(at.id < e->k.p->locations.size);
    term kept = literals->data[which];
    inequality b;
    bool moved = false;
    mpq_t limit;
    if (!bound_of(e->k.t, kept, &b)) return false;
    mpq_init(limit);
    b.strict = true;
    literals->data[which] = term_true(e->k.t);
    for (int i = 0; i < MOVES && !moved && !e->k.stopped; i++) {
        cube c = cube_of(e, literals);
        uint32_t entry = i ? cube_entry(e, at, &c, level) : entry_after_all(e, at, &c, level);
        if (entry == NO_ARC) moved = !e->k.stopped;
        else if (value_after(e, entry, b.quantity, limit))
            literals->data[which] = bound_literal(e->k.t, b, limit);
        else break;
    }
    if (!moved) literals->data[which] = kept;
    mpq_clear(limit);
    return moved && literals->data[which].id != kept.id;
}

/* ---- sums of two bounds ---- */

static void scale_sum(terms *t, inequality x, mpq_t a, inequality y, mpq_t b, inequality *sum) {
    sort s = term_sort(t, x.quantity);
    term left = term_2(t, OP_MUL, term_number(t, s, a), x.quantity);
    term right = term_2(t, OP_MUL, term_number(t, s, b), y.quantity);
    sum->quantity = term_2(t, OP_ADD, left, right);
    sum->strict = x.strict || y.strict;
}

/* A positive combination of x and y in which `var` no longer occurs. Over Int the coefficients are
 * integers. */
static bool cancel(terms *t, inequality x, inequality y, term var, inequality *sum) {
    mpq_t a, b;
    term rest;
    mpq_inits(a, b, NULL);
    bool good = term_sort(t, x.quantity).id == term_sort(t, y.quantity).id &&
                linear_in(t, x.quantity, var, a, &rest) &&
                linear_in(t, y.quantity, var, b, &rest) && mpq_sgn(a) * mpq_sgn(b) < 0;
    if (good) {
        mpq_abs(a, a);
        mpq_abs(b, b);
        scale_sum(t, x, b, y, a, sum);
    }
    mpq_clears(a, b, NULL);
    return good;
}

/* Replace the literals i and j by the sum in which `var` is gone, if that is blocked. */
static bool replace_by_sum(ic3ia *e, loc at, uint32_t level, term_vec *literals, uint32_t i,
                           uint32_t j, term var) {
    inequality x, y, sum;
    mpq_t zero;
    if (!bound_of(e->k.t, literals->data[i], &x) || !bound_of(e->k.t, literals->data[j], &y) ||
        !cancel(e->k.t, x, y, var, &sum))
        return false;
    mpq_init(zero);
    term_vec smaller = {0};
    for (uint32_t k = 0; k < literals->size; k++)
        if (k != i && k != j) vec_push(&smaller, literals->data[k]);
    vec_push(&smaller, bound_literal(e->k.t, sum, zero));
    mpq_clear(zero);
    cube c = cube_of(e, &smaller);
    bool good = !term_is_const(e->k.t, vec_last(&smaller)) &&
                entry_after_all(e, at, &c, level) == NO_ARC && !e->k.stopped;
    if (good) {
        vec_clear(literals);
        vec_append(literals, smaller.data, smaller.size);
    }
    vec_release(&smaller);
    return good;
}

static bool some_sum(ic3ia *e, loc at, uint32_t level, term_vec *literals, uint32_t *tries) {
    assert_debug(at.id < e->k.p->locations.size);
    term_vec vars = {0};
    map seen = {0};
    bool good = false;
    for (uint32_t i = 0; i < literals->size; i++)
        term_vars(e->k.t, literals->data[i], &seen, &vars);
    for (uint32_t i = 0; !good && i < literals->size; i++)
        for (uint32_t j = i + 1; !good && j < literals->size; j++)
            for (uint32_t k = 0; !good && k < vars.size && *tries && !e->k.stopped; k++) {
                if (!is_number(e->k.t, vars.data[k])) continue;
                --*tries;
                good = replace_by_sum(e, at, level, literals, i, j, vars.data[k]);
            }
    map_release(&seen);
    vec_release(&vars);
    return good;
}

void qe_combine(ic3ia *e, loc at, uint32_t level, term_vec *literals) {
    assert_debug(at.id < e->k.p->locations.size);
    LOG("ic3qe", "combine %u bounds at %u", literals->size, at.id);
    split_equations(e, literals);
    for (uint32_t tries = SUMS;
         tries && !e->k.stopped && some_sum(e, at, level, literals, &tries);) {}
}

void qe_move(ic3ia *e, loc at, uint32_t level, term_vec *literals) {
    assert_debug(at.id < e->k.p->locations.size);
    LOG("ic3qe", "move %u bounds at %u", literals->size, at.id);
    qe_state *q = e->strategy;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < literals->size && !e->k.stopped; i++)
        q->weakened += move(e, at, level, literals, i);
    for (uint32_t i = 0; i < literals->size; i++)
        if (!term_is_const(e->k.t, literals->data[i])) literals->data[kept++] = literals->data[i];
    literals->size = kept;
}
