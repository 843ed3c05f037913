/* Literals that follow from the equations of a cube. At the end of `for (i = 0; i < n; i++) a++` the cube before the last
 * round is i < n, n <= i + 1, a + 1 != n: no literal of it is inductive. The first two say n = i + 1, and with that the
 * third says a != i, which is. Only literals that are no larger than those they come from are kept. */
#include "engine/ic3cfa/internal.h"

enum { EQUATIONS = 8, ADDED = 16 };

typedef struct {
    ic3 *s;
    terms *t;
    term_vec *lits;
    term_vec equations;
} enrichment;

static bool among(const term_vec *list, term a) {
    for (uint32_t i = 0; i < list->size; i++)
        if (same(list->data[i], a)) return true;
    return false;
}

static void add_equation(enrichment *x, term a, term b) {
    term e = term_eq(x->t, a, b);
    if (term_op(x->t, e) == OP_EQ && !among(&x->equations, e)) vec_push(&x->equations, e);
}

/* a <= b with b <= a; a < b with b <= a + 1 (which cannot wrap where a < b). */
static void squeeze(enrichment *x, term lit) {
    terms *t = x->t;
    enum op op = term_op(t, lit);
    bool strict = op == OP_BVSLT || op == OP_BVULT, is_signed = op == OP_BVSLE || op == OP_BVSLT;
    if (!strict && op != OP_BVSLE && op != OP_BVULE) return;
    term a = term_arg(t, lit, 0), b = term_arg(t, lit, 1);
    if (strict) a = term_2(t, OP_BVADD, a, term_bv(t, term_width(t, a), 1));
    if (among(x->lits, term_2(t, is_signed ? OP_BVSLE : OP_BVULE, b, a))) add_equation(x, a, b);
}

static void find_equations(enrichment *x) {
    for (uint32_t i = 0; i < x->lits->size && x->equations.size < EQUATIONS; i++) {
        term lit = x->lits->data[i];
        if (term_op(x->t, lit) == OP_EQ && sort_is_bv(x->t, term_sort(x->t, term_arg(x->t, lit, 0))))
            vec_push(&x->equations, lit);
        else squeeze(x, lit);
    }
}

static void substitute(enrichment *x, term var, term by, uint32_t n) {
    subst_set(&x->s->scratch, x->t, var, by);
    term_vec found = {0};
    for (uint32_t i = 0; i < n; i++) {
        term old = x->lits->data[i], lit = subst_apply(&x->s->scratch, x->t, old);
        if (!same(lit, old) && !term_is_const(x->t, lit) && term_dag_size(x->t, lit) <= term_dag_size(x->t, old))
            vec_push(&found, lit);
    }
    subst_clear(&x->s->scratch);
    for (uint32_t i = 0; i < found.size && x->lits->size < n + ADDED; i++)
        if (!among(x->lits, found.data[i])) {
            vec_push(x->lits, found.data[i]);
            x->s->n.enriched++;
        }
    vec_release(&found);
}

static void use_equation(enrichment *x, term e, uint32_t n) {
    map seen = {0};
    term_vec vars = {0};
    term_vars(x->t, e, &seen, &vars);
    for (uint32_t i = 0; i < vars.size && vars.size <= 4; i++) {
        term by = ic3_solve_for(x->s, e, vars.data[i]);
        if (by.id) substitute(x, vars.data[i], by, n);
    }
    vec_release(&vars);
    map_release(&seen);
}

void ic3_enrich_cube(ic3 *s, term_vec *lits) {
    enrichment x = {.s = s, .t = s->t, .lits = lits};
    uint32_t n = lits->size;
    find_equations(&x);
    for (uint32_t i = 0; i < x.equations.size; i++) {
        if (!among(lits, x.equations.data[i])) vec_push(lits, x.equations.data[i]);
        use_equation(&x, x.equations.data[i], n);
    }
    vec_release(&x.equations);
}
