/* Bounds and orders that a cube implies together with what is known at its location. A cube from
 * beyond a loop speaks of the loop's end (i >= n, k < n, a != 0); what is inductive inside the loop
 * is an order that follows from it (k < i). All candidates are tried at once: models throw out what
 * is not implied, until none does. */
#include "engine/ic3/literals/literals.h"
#include "engine/ic3/literals/order.h"

enum { ATOMS = 10, CANDIDATES = 120, NEAREST = 3, MODELS = 24 };

typedef struct {
    literals *s;
    terms *t;
    loc at;
    const cube *c;
    term_vec atoms, candidates, premises;
    model m;
} implication;

static void add_atom(implication *x, term a) {
    uint32_t width = term_width(x->t, a);
    if (x->atoms.size < ATOMS && sort_is_bv(x->t, term_sort(x->t, a)) && width > 1 && width <= 64 &&
        !terms_have(&x->atoms, a))
        vec_push(&x->atoms, a);
}

/* Variables of the cube, and what the program makes of them by widening: a 32-bit counter is
 * compared with a 64-bit index. */
static void find_atoms(implication *x) {
    map seen = {0};
    term_vec vars = {0};
    for (uint32_t i = 0; i < x->c->size; i++) term_vars(x->t, x->c->lits[i], &seen, &vars);
    for (uint32_t i = 0; i < vars.size; i++) add_atom(x, vars.data[i]);
    for (uint32_t i = 0; i < x->s->widened.size; i++)
        if (map_get(&seen, term_arg(x->t, x->s->widened.data[i], 0).id, NULL))
            add_atom(x, x->s->widened.data[i]);
    map_release(&seen);
    vec_release(&vars);
}

static bool holds(implication *x, term a) { return term_holds(x->s->evaluator, &x->m, a); }

static void propose(implication *x, term low, term high, bool strict, bool is_signed) {
    order o = {low, high, strict, is_signed};
    term a = order_make(x->t, &o);
    if (x->candidates.size >= CANDIDATES || term_is_const(x->t, a) || !holds(x, a)) return;
    for (uint32_t i = 0; i < x->c->size; i++)
        if (same(x->c->lits[i], a)) return;
    if (!terms_have(&x->candidates, a)) vec_push(&x->candidates, a);
}

static uint64_t rank(uint32_t width, uint64_t v, bool is_signed) {
    uint64_t mask = width == 64 ? UINT64_MAX : (1ull << width) - 1;
    return is_signed ? (v & mask) ^ 1ull << (width - 1) : v & mask;
}

/* The nearest constants on either side of the atom's value, and zero. */
static void propose_bounds(implication *x, term a, bool is_signed) {
    uint32_t width = term_width(x->t, a), below = 0, above = 0;
    uint64_t here;
    value v = term_eval(x->s->evaluator, &x->m, a);
    if (!value_u64(x->s->pool, v, &here)) return;
    propose(x, term_bv(x->t, width, 0), a, false, is_signed);
    const u64_vec *k = &x->s->constants;
    for (uint32_t i = 0; i < k->size && above < NEAREST; i++) {
        if (rank(width, k->data[i], is_signed) < rank(width, here, is_signed)) continue;
        propose(x, a, term_bv(x->t, width, k->data[i]), false, is_signed);
        above++;
    }
    for (uint32_t i = k->size; i-- > 0 && below < NEAREST;) {
        if (rank(width, k->data[i], is_signed) > rank(width, here, is_signed)) continue;
        propose(x, term_bv(x->t, width, k->data[i]), a, false, is_signed);
        below++;
    }
}

static void propose_orders(implication *x) {
    for (uint32_t i = 0; i < x->atoms.size; i++)
        for (uint32_t k = 0; k < x->atoms.size; k++) {
            if (i == k || term_width(x->t, x->atoms.data[i]) != term_width(x->t, x->atoms.data[k]))
                continue;
            propose(x, x->atoms.data[i], x->atoms.data[k], true, true);
            propose(x, x->atoms.data[i], x->atoms.data[k], false, true);
        }
}

/* The cube, the facts, and the lemmas of F_infinity of one literal. */
static void collect_premises(implication *x) {
    const frame_sequence *f = &x->s->k.frames.data[x->at.id];
    vec_append(&x->premises, x->c->lits, x->c->size);
    vec_append(&x->premises, f->facts.data, f->facts.size);
    for (uint32_t i = 0; i < f->live.size; i++) {
        const lemma *m = &x->s->k.lemmas.data[f->live.data[i]];
        if (m->level == LEVEL_INFINITY && m->cube.size == 1)
            vec_push(&x->premises, term_not(x->t, m->cube.lits[0]));
    }
}

static void read_model(implication *x) {
    map seen = {0};
    term_vec vars = {0};
    for (uint32_t i = 0; i < x->atoms.size; i++) term_vars(x->t, x->atoms.data[i], &seen, &vars);
    model_clear(&x->m);
    solver_model(x->s->local, &x->m, vars.size, vars.data);
    map_release(&seen);
    vec_release(&vars);
}

/* A model of the premises where some candidate fails (none given: any model). */
static enum answer another_model(implication *x) {
    term_vec query = {0}, fail = {0};
    vec_append(&query, x->premises.data, x->premises.size);
    for (uint32_t i = 0; i < x->candidates.size; i++)
        vec_push(&fail, term_not(x->t, x->candidates.data[i]));
    if (fail.size) vec_push(&query, term_or_n(x->t, fail.size, fail.data));
    x->s->n.infinity_queries++;
    x->s->k.queries++;
    enum answer a = lit_local_check(x->s, query.size, query.data);
    if (a == ANSWER_SAT) read_model(x);
    vec_release(&query);
    vec_release(&fail);
    return a;
}

static void drop_refuted(implication *x) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < x->candidates.size; i++)
        if (holds(x, x->candidates.data[i])) x->candidates.data[kept++] = x->candidates.data[i];
    x->candidates.size = kept;
}

static bool decide(implication *x) {
    if (another_model(x) != ANSWER_SAT) return false;
    for (uint32_t i = 0; i < x->atoms.size; i++) propose_bounds(x, x->atoms.data[i], true);
    propose_orders(x);
    for (uint32_t i = 0; i < x->atoms.size; i++) propose_bounds(x, x->atoms.data[i], false);
    for (uint32_t i = 0; i < MODELS && x->candidates.size; i++) {
        enum answer a = another_model(x);
        if (a != ANSWER_SAT) return a == ANSWER_UNSAT;
        drop_refuted(x);
    }
    return false;
}

void lit_implied(literals *s, loc l, const cube *c, term_vec *out) {
    assert_debug(l.id < s->k.p->locations.size);
    if (!s->local) return;
    implication x = {.s = s, .t = s->k.t, .at = l, .c = c};
    model_init(&x.m, s->pool);
    find_atoms(&x);
    collect_premises(&x);
    if (x.atoms.size && decide(&x))
        for (uint32_t i = 0; i < x.candidates.size; i++) vec_push(out, x.candidates.data[i]);
    model_release(&x.m);
    vec_release(&x.atoms);
    vec_release(&x.candidates);
    vec_release(&x.premises);
}

/* ---- widened variables of the program ---- */

static void collect_widened(literals *s, term a, map *seen) {
    if (!map_add(seen, a.id)) return;
    enum op op = term_op(s->k.t, a);
    for (uint32_t i = 0; i < term_arity(s->k.t, a); i++)
        collect_widened(s, term_arg(s->k.t, a, i), seen);
    if ((op == OP_SIGN_EXTEND || op == OP_ZERO_EXTEND) &&
        term_is_var(s->k.t, term_arg(s->k.t, a, 0)))
        vec_push(&s->widened, a);
}

void lit_widened_collect(literals *s) {
    map seen = {0};
    for (uint32_t i = 0; i < s->k.arcs.size; i++) {
        const transition *r = &s->k.arcs.data[i].way.relation;
        collect_widened(s, r->formula, &seen);
        for (uint32_t k = 0; k < r->next.size; k++) collect_widened(s, r->next.data[k], &seen);
    }
    map_release(&seen);
}
