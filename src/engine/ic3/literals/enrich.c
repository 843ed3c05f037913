/* Literals that follow from the equations of a cube. At the end of `for (i = 0; i < n; i++) a++`
 * the cube before the last round is i < n, n <= i + 1, a + 1 != n: no literal of it is inductive.
 * The first two say n = i + 1, and with that the third says a != i, which is. Only literals that
 * are no larger than those they come from are kept. */
#include "engine/ic3/literals/literals.h"
#include "base/log.h"
#include "engine/ic3/literals/order.h"

enum { EQUATIONS = 8, ADDED = 16, FIXED_VARS = 8, FIXED_LITERALS = 24 };

typedef struct {
    literals *s;
    terms *t;
    const model *m;
    term_vec *lits;
    term_vec equations;
} enrichment;

static void add_equation(enrichment *x, term a, term b) {
    term e = term_eq(x->t, a, b);
    if (term_op(x->t, e) == OP_EQ && !terms_have(&x->equations, e)) vec_push(&x->equations, e);
}

/* a <= b with b <= a; a < b with b <= a + 1 (which cannot wrap where a < b). */
static void squeeze(enrichment *x, term lit) {
    terms *t = x->t;
    enum op op = term_op(t, lit);
    bool strict = op == OP_BVSLT || op == OP_BVULT, is_signed = op == OP_BVSLE || op == OP_BVSLT;
    if (!strict && op != OP_BVSLE && op != OP_BVULE) return;
    term a = term_arg(t, lit, 0), b = term_arg(t, lit, 1);
    if (strict) a = term_2(t, OP_BVADD, a, term_bv(t, term_width(t, a), 1));
    if (terms_have(x->lits, term_2(t, is_signed ? OP_BVSLE : OP_BVULE, b, a)))
        add_equation(x, a, b);
}

static void find_equations(enrichment *x) {
    for (uint32_t i = 0; i < x->lits->size && x->equations.size < EQUATIONS; i++) {
        term lit = x->lits->data[i];
        if (term_op(x->t, lit) == OP_EQ &&
            sort_is_bv(x->t, term_sort(x->t, term_arg(x->t, lit, 0))))
            vec_push(&x->equations, lit);
        else squeeze(x, lit);
    }
}

/* ---- chains of comparisons ---- */

/* low <= m and m' <= high, where m and m' are the same, or constants in order: low <= high. */
static bool chain(const terms *t, const order *a, const order *b, order *out) {
    uint64_t m, n;
    if (a->is_signed != b->is_signed || term_width(t, a->low) != term_width(t, b->low))
        return false;
    *out = (order){a->low, b->high, a->strict || b->strict, a->is_signed};
    if (same(a->high, b->low)) return true;
    uint32_t w = term_width(t, a->low);
    if (w > 64 || !term_get_u64(t, a->high, &m) || !term_get_u64(t, b->low, &n)) return false;
    uint64_t flip = a->is_signed ? 1ull << (w - 1) : 0;
    out->strict |= (m ^ flip) < (n ^ flip);
    return (m ^ flip) <= (n ^ flip);
}

/* From i < n and n <= k follows i < k, and i != k. */
static void add_chains(enrichment *x) {
    vec(order) orders = {0};
    order o;
    uint32_t n = x->lits->size, limit = n + ADDED;
    for (uint32_t i = 0; i < n; i++)
        if (order_read(x->t, x->lits->data[i], &o)) vec_push(&orders, o);
    for (uint32_t i = 0; i < orders.size && orders.size <= FIXED_LITERALS; i++)
        for (uint32_t k = 0; k < orders.size; k++) {
            if (i == k || !chain(x->t, &orders.data[i], &orders.data[k], &o)) continue;
            if (term_is_const(x->t, o.low) || term_is_const(x->t, o.high) || same(o.low, o.high))
                continue;
            term found[] = {order_make(x->t, &o), term_not(x->t, term_eq(x->t, o.low, o.high))};
            for (uint32_t f = 0; f < 1u + o.strict; f++)
                if (x->lits->size < limit && !term_is_const(x->t, found[f]) &&
                    !terms_have(x->lits, found[f]))
                    vec_push(x->lits, found[f]);
        }
    vec_release(&orders);
}

/* ---- variables that the cube fixes ---- */

static bool implied(enrichment *x, term a) {
    term_vec all = {0};
    vec_append(&all, x->lits->data, x->lits->size);
    vec_push(&all, term_not(x->t, a));
    x->s->n.other_queries++;
    x->s->k.queries++;
    bool yes = lit_local_check(x->s, all.size, all.data) == ANSWER_UNSAT;
    vec_release(&all);
    return yes;
}

/* x > 0 and x - 1 <= 0 fix x without saying so: the model's value is the only one. */
static void find_fixed(enrichment *x) {
    map seen = {0};
    term_vec vars = {0};
    order o;
    for (uint32_t i = 0; i < x->lits->size; i++) /* only comparisons fix a variable in silence */
        if (order_read(x->t, x->lits->data[i], &o)) term_vars(x->t, x->lits->data[i], &seen, &vars);
    for (uint32_t i = 0;
         i < vars.size && vars.size <= FIXED_VARS && x->lits->size <= FIXED_LITERALS; i++) {
        if (!sort_is_bv(x->t, term_sort(x->t, vars.data[i]))) continue;
        term e = term_eq(x->t, vars.data[i],
                         value_to_term(x->s->pool, model_get(x->m, x->t, vars.data[i])));
        if (term_op(x->t, e) == OP_EQ && !terms_have(&x->equations, e) && implied(x, e))
            vec_push(&x->equations, e);
    }
    vec_release(&vars);
    map_release(&seen);
}

/* ---- what follows ---- */

static void add(enrichment *x, term lit, term from, uint32_t n) {
    if (same(lit, from) || term_is_const(x->t, lit) || x->lits->size >= n + ADDED ||
        terms_have(x->lits, lit))
        return;
    if (term_dag_size(x->t, lit) > term_dag_size(x->t, from)) return;
    vec_push(x->lits, lit);
    x->s->n.enriched++;
}

/* With v = c a side may as well be side + v - c: where the side has the constant, v takes its
 * place. */
static void absorb(enrichment *x, term lit, term v, term c, uint32_t n) {
    terms *t = x->t;
    bool negated = term_op(t, lit) == OP_NOT;
    term a = negated ? term_arg(t, lit, 0) : lit;
    if (term_arity(t, a) != 2 || !same_sort(term_sort(t, term_arg(t, a, 0)), term_sort(t, v)) ||
        !same_sort(term_sort(t, term_arg(t, a, 1)), term_sort(t, v)))
        return;
    for (uint32_t i = 0; i < 4; i++) {
        term args[] = {term_arg(t, a, 0), term_arg(t, a, 1)};
        term plus = i & 1 ? v : c, less = i & 1 ? c : v;
        args[i / 2] =
            term_app(t, OP_BVADD, 3, (term[]){args[i / 2], plus, term_1(t, OP_BVNEG, less)});
        term b = term_rebuild(t, a, args);
        add(x, negated ? term_not(t, b) : b, lit, n);
    }
}

static void use_constant(enrichment *x, term e, uint32_t n) {
    term v = term_arg(x->t, e, 0), c = term_arg(x->t, e, 1);
    if (term_is_const(x->t, v)) v = c, c = term_arg(x->t, e, 0);
    if (!term_is_var(x->t, v) || !term_is_const(x->t, c)) return;
    for (uint32_t i = 0; i < n; i++)
        if (!same(x->lits->data[i], e)) absorb(x, x->lits->data[i], v, c, n);
}

static void substitute(enrichment *x, term var, term by, uint32_t n) {
    subst_set(&x->s->scratch, x->t, var, by);
    term_vec found = {0};
    for (uint32_t i = 0; i < n; i++) {
        term old = x->lits->data[i], lit = subst_apply(&x->s->scratch, x->t, old);
        vec_push(&found, lit);
    }
    subst_clear(&x->s->scratch);
    for (uint32_t i = 0; i < n; i++) add(x, found.data[i], x->lits->data[i], n);
    vec_release(&found);
}

static void use_equation(enrichment *x, term e, uint32_t n) {
    term_vec vars = {0};
    term_vars(x->t, e, NULL, &vars);
    for (uint32_t i = 0; i < vars.size && vars.size <= 4; i++) {
        term by = lit_solve_for(x->s, e, vars.data[i]);
        if (by.id) substitute(x, vars.data[i], by, n);
    }
    vec_release(&vars);
}

void lit_enrich_cube(literals *s, const model *m, term_vec *lits) {
    LOG("ic3cfa", "enrich %u literals", lits->size);
    enrichment x = {.s = s, .t = s->k.t, .m = m, .lits = lits};
    uint32_t n = lits->size;
    find_equations(&x);
    find_fixed(&x);
    for (uint32_t i = 0; i < x.equations.size; i++) {
        if (!terms_have(lits, x.equations.data[i])) vec_push(lits, x.equations.data[i]);
        use_equation(&x, x.equations.data[i], n);
        use_constant(&x, x.equations.data[i], n);
    }
    add_chains(&x);
    vec_release(&x.equations);
}
