/* Removing inputs from a cube: "for some value of the input". Exact where the input does not occur
 * or an equation determines it; otherwise a term is chosen for it such that every literal stays
 * true in the model (model-based projection): fewer states, never more. */
#include "engine/ic3/literals/literals.h"

#include "base/log.h"

typedef struct {
    literals *s;
    terms *t;
    const model *m;
    term_vec *lits;
    term_vec candidates;
} projection;

static bool mentions(projection *x, term a, term u) { return term_mentions(x->t, a, u); }

static term replaced(projection *x, term in, term u, term by) {
    subst_set(&x->s->scratch, x->t, u, by);
    term result = subst_apply(&x->s->scratch, x->t, in);
    subst_clear(&x->s->scratch);
    return result;
}

/* ---- equations ---- */

static term minus(terms *t, term a, term b) {
    return term_2(t, OP_BVADD, a, term_1(t, OP_BVNEG, b));
}

/* u from `sum = other`, where u is a summand with factor 1 or -1; none where it is not. */
static term solve_sum(projection *x, term sum, term other, term u) {
    terms *t = x->t;
    if (term_op(t, sum) != OP_BVADD || !same_sort(term_sort(t, sum), term_sort(t, u)) ||
        mentions(x, other, u))
        return (term){0};
    term rest = minus(t, other, minus(t, sum, u)); /* sum = u + r: other - r */
    if (!mentions(x, rest, u)) return rest;
    rest = minus(t, term_2(t, OP_BVADD, sum, u), other); /* sum = r - u: r - other */
    return mentions(x, rest, u) ? (term){0} : rest;
}

static term solve_sides(projection *x, term a, term b, term u) {
    if (same(a, u) && !mentions(x, b, u)) return b;
    return solve_sum(x, a, b, u);
}

static term solve(projection *x, term lit, term u) {
    if (term_op(x->t, lit) != OP_EQ) return (term){0};
    term a = term_arg(x->t, lit, 0), b = term_arg(x->t, lit, 1);
    term result = solve_sides(x, a, b, u);
    return result.id ? result : solve_sides(x, b, a, u);
}

/* ---- candidates ---- */

static void propose(projection *x, term u, term by) {
    if (by.id && !mentions(x, by, u)) vec_push(&x->candidates, by);
}

static void propose_extremes(projection *x, term u) {
    sort of = term_sort(x->t, u);
    if (sort_kind_of(x->t, of) == SORT_BOOL) {
        propose(x, u, term_true(x->t));
        propose(x, u, term_false(x->t));
    }
    if (!sort_is_bv(x->t, of)) return;
    uint32_t w = sort_width(x->t, of);
    term zero = term_bv(x->t, w, 0), ones = term_1(x->t, OP_BVNOT, zero);
    term low = term_2(x->t, OP_BVSHL, term_bv(x->t, w, 1), term_bv(x->t, w, w - 1));
    propose(x, u, zero);
    propose(x, u, low);
    propose(x, u, term_1(x->t, OP_BVNOT, low));
    propose(x, u, ones);
}

/* The other side of a comparison, and its neighbours for strict ones. */
static void propose_bound(projection *x, term u, term mine, term other) {
    terms *t = x->t;
    if (!sort_is_bv(t, term_sort(t, other))) {
        if (same(mine, u)) propose(x, u, other);
        return;
    }
    uint32_t w = term_width(t, other);
    for (int64_t d = 0; d < 3; d++) {
        term target =
            d ? term_2(t, OP_BVADD, other, term_bv(t, w, d == 1 ? 1 : UINT64_MAX)) : other;
        if (d && w > 64) return;
        propose(x, u, same(mine, u) ? target : solve_sum(x, mine, target, u));
    }
}

static void propose_from(projection *x, term lit, term u) {
    term a = term_op(x->t, lit) == OP_NOT ? term_arg(x->t, lit, 0) : lit;
    if (term_arity(x->t, a) != 2) return;
    term l = term_arg(x->t, a, 0), r = term_arg(x->t, a, 1);
    if (!same_sort(term_sort(x->t, l), term_sort(x->t, r))) return;
    propose_bound(x, u, l, r);
    propose_bound(x, u, r, l);
}

/* ---- choosing ---- */

/* Literals left by u := by, weighed by size; UINT32_MAX where one is false in the model. */
static uint32_t weigh(projection *x, term u, term by, uint32_t best) {
    uint32_t weight = 0;
    for (uint32_t i = 0; i < x->lits->size && weight < best; i++) {
        term lit = x->lits->data[i];
        if (!mentions(x, lit, u)) continue;
        term after = replaced(x, lit, u, by);
        if (term_is_true(x->t, after)) continue;
        if (term_is_false(x->t, after) || !term_holds(x->s->evaluator, x->m, after))
            return UINT32_MAX;
        weight += 1 + term_dag_size(x->t, after);
    }
    return weight;
}

static void substitute(projection *x, term u, term by) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < x->lits->size; i++) {
        term lit = x->lits->data[i];
        if (mentions(x, lit, u)) lit = replaced(x, lit, u, by);
        if (!term_is_true(x->t, lit)) x->lits->data[kept++] = lit;
    }
    x->lits->size = kept;
}

static bool eliminate_by_equation(projection *x, term u) {
    for (uint32_t i = 0; i < x->lits->size; i++) {
        term by = solve(x, x->lits->data[i], u);
        if (!by.id) continue;
        substitute(x, u, by);
        return true;
    }
    return false;
}

static void eliminate_by_model(projection *x, term u) {
    vec_clear(&x->candidates);
    propose_extremes(x, u);
    for (uint32_t i = 0; i < x->lits->size && x->candidates.size < 24; i++)
        if (mentions(x, x->lits->data[i], u)) propose_from(x, x->lits->data[i], u);
    term best = {0};
    uint32_t weight = UINT32_MAX;
    for (uint32_t i = 0; i < x->candidates.size; i++) {
        uint32_t w = weigh(x, u, x->candidates.data[i], weight);
        if (w < weight) best = x->candidates.data[i], weight = w;
    }
    if (!best.id)
        best = value_to_term(x->s->pool, model_get(x->m, x->t, u)); /* the narrowest choice */
    substitute(x, u, best);
    x->s->n.projected++;
}

static bool occurs(projection *x, term u) {
    for (uint32_t i = 0; i < x->lits->size; i++)
        if (mentions(x, x->lits->data[i], u)) return true;
    return false;
}

bool lit_project(literals *s, const model *m, const term_vec *inputs, term_vec *lits) {
    LOG("ic3cfa", "project %u inputs", inputs->size);
    projection x = {s, s->k.t, m, lits, {0}};
    bool exact = true;
    for (uint32_t i = 0; i < inputs->size; i++) {
        term u = inputs->data[i];
        if (!occurs(&x, u) || eliminate_by_equation(&x, u)) continue;
        eliminate_by_model(&x, u);
        exact = false;
    }
    vec_release(&x.candidates);
    return exact;
}

term lit_solve_for(literals *s, term equation, term u) {
    assert_debug(term_is_bool(s->k.t, equation));
    assert_debug(term_is_var(s->k.t, u));
    projection x = {.s = s, .t = s->k.t};
    return solve(&x, equation, u);
}
