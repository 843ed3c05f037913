/* Facts to start from: linear inequalities between few numbers, by convex polyhedra (Cousot and
 * Halbwachs) with a solver that finds the paths (Monniaux and Gonnord). Refinement sees one path at
 * a time and has no way to k >= i + n - j.
 *
 * A polyhedron a location grows: while a solver finds an edge out of those known, the literals of
 * the path in its model have an image of the whole polyhedron before it, which is joined to the one
 * after it, and widened after some times. What is left at the end is inductive because the solver
 * says so, edge by edge; polyhedra only propose. One pass downwards regains bounds. */
#include "engine/ic3/predicates/predicates.h"

#include "base/log.h"
#include "base/bits.h"
#include "base/time_limits.h"
#include "program/liveness.h"

#include "engine/common/constraints.h"

enum {
    MOST_VARS = 40,
    MOST_LIVE = 10,
    MOST_DIMENSIONS = 120,
    MOST_FACTS = 40,
    DELAY = 8,
    MOST_JOINS = 200
};
enum { PPL_WEIGHT = 1 << 20, PPL_SCALE = 6 }; /* effort of one operation */

typedef ppl_Polyhedron_t polyhedron;
typedef struct {
    polyhedron of;
    term_vec facts;
    uint32_t joins;
    bool reached;
} polyhedral_region;
typedef vec(polyhedral_region) region_vec;

typedef struct {
    ic3ia *e;
    budget limit;
    term_vec vars;         /* dimension i of a region */
    term_vec after;        /* names of their values after an edge */
    vec(bool) live;        /* by location and variable */
    region_vec at;         /* by location */
    vec(solver *) solvers; /* by arrow */
    bool failed;
} analysis;

/* ---- from literals to constraints ---- */

typedef struct {
    map of;
    uint32_t size;
} dimensions; /* variable id -> dimension */

static ppl_Coefficient_t coefficient(mpz_t z) {
    ppl_Coefficient_t c;
    ppl_new_Coefficient_from_mpz_t(&c, z);
    return c;
}

/* expression += factor * term, in whole numbers: all is scaled by `scale`. False: not linear over
 * the dimensions. */
static bool add_linear(analysis *x, const dimensions *d, term a, const mpz_t scale,
                       ppl_Linear_Expression_t into) {
    terms *t = x->e->k.t;
    term_vec vars = {0};
    mpq_t q;
    mpz_t z;
    bool good = true;
    mpq_init(q);
    mpz_init(z);
    term_vars(t, a, NULL, &vars);
    for (uint32_t i = 0; i <= vars.size && good; i++) {
        uint64_t at = 0;
        term rest = a;
        good = i == vars.size ? term_get_mpq(t, a, q)
                              : map_get(&d->of, vars.data[i].id, &at) &&
                                    linear_in(t, a, vars.data[i], q, &rest);
        if (!good) break;
        mpz_mul(z, scale, mpq_numref(q));
        good = mpz_divisible_p(z, mpq_denref(q));
        mpz_divexact(z, z, mpq_denref(q));
        ppl_Coefficient_t c = coefficient(z);
        if (i < vars.size) ppl_Linear_Expression_add_to_coefficient(into, at, c);
        else ppl_Linear_Expression_add_to_inhomogeneous(into, c);
        ppl_delete_Coefficient(c);
        a = rest;
    }
    mpq_clear(q);
    mpz_clear(z);
    vec_release(&vars);
    return good;
}

/* low <= high (or equal), or over integers low < high. Literals of other kinds say nothing here,
 * which only makes images larger. */
static bool order_of(terms *t, term literal, term *low, term *high, bool *equal, bool *strict) {
    bool negated = term_op(t, literal) == OP_NOT;
    term atom = negated ? term_arg(t, literal, 0) : literal;
    enum op op = term_op(t, atom);
    if (op != OP_LE && op != OP_LT && (op != OP_EQ || negated)) return false;
    *low = term_arg(t, atom, negated);
    *high = term_arg(t, atom, !negated);
    enum sort_kind kind = sort_kind_of(t, term_sort(t, *low));
    *equal = op == OP_EQ;
    *strict = kind == SORT_INT && (op == OP_LT) != negated && op != OP_EQ;
    return kind == SORT_INT || kind == SORT_REAL;
}

enum {
    SCALE = 5040
}; /* denominators beyond those of its divisors are not met; such literals are left out */

static void constrain(analysis *x, const dimensions *d, polyhedron p, term literal) {
    term low, high;
    bool equal, strict;
    if (!order_of(x->e->k.t, literal, &low, &high, &equal, &strict)) return;
    ppl_Linear_Expression_t sum;
    mpz_t scale;
    mpz_init_set_si(scale, SCALE);
    ppl_new_Linear_Expression_with_dimension(&sum, d->size);
    bool good = add_linear(x, d, high, scale, sum);
    mpz_neg(scale, scale);
    good = good && add_linear(x, d, low, scale, sum);
    if (strict) {
        ppl_Coefficient_t c = coefficient(scale);
        ppl_Linear_Expression_add_to_inhomogeneous(sum, c);
        ppl_delete_Coefficient(c);
    }
    ppl_Constraint_t c;
    ppl_new_Constraint(&c, sum,
                       equal ? PPL_CONSTRAINT_TYPE_EQUAL : PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL);
    if (good) x->failed |= ppl_Polyhedron_refine_with_constraint(p, c) < 0;
    ppl_delete_Constraint(c);
    ppl_delete_Linear_Expression(sum);
    mpz_clear(scale);
}

/* ---- from constraints to facts ---- */

static term sum_of(analysis *x, ppl_const_Constraint_t c) {
    terms *t = x->e->k.t;
    sort s = term_sort(t, x->vars.data[0]);
    mpz_t z;
    mpq_t q;
    ppl_Coefficient_t k;
    mpz_init(z);
    mpq_init(q);
    ppl_new_Coefficient(&k);
    ppl_Constraint_inhomogeneous_term(c, k);
    ppl_Coefficient_to_mpz_t(k, z);
    mpq_set_z(q, z);
    term sum = term_number(t, s, q);
    for (uint32_t i = 0; i < x->vars.size; i++) {
        ppl_Constraint_coefficient(c, i, k);
        ppl_Coefficient_to_mpz_t(k, z);
        mpq_set_z(q, z);
        if (mpz_sgn(z))
            sum = term_2(t, OP_ADD, sum, term_2(t, OP_MUL, term_number(t, s, q), x->vars.data[i]));
    }
    ppl_delete_Coefficient(k);
    mpq_clear(q);
    mpz_clear(z);
    return sum;
}

static void find_facts(analysis *x, polyhedral_region *r) {
    terms *t = x->e->k.t;
    mpq_t q;
    mpq_init(q);
    term zero = term_number(t, term_sort(t, x->vars.data[0]), q);
    mpq_clear(q);
    constraint_reader all;
    vec_clear(&r->facts);
    if (!constraints_begin(&all, r->of)) {
        x->failed = true;
        return;
    }
    for (ppl_const_Constraint_t c; constraints_next(&all, &c);) {
        bool equal = ppl_Constraint_type(c) == PPL_CONSTRAINT_TYPE_EQUAL;
        term sum = sum_of(x, c);
        vec_push(&r->facts, equal ? term_eq(t, sum, zero) : term_2(t, OP_LE, zero, sum));
    }
    constraints_end(&all);
    x->failed |= r->facts.size > MOST_FACTS;
}

static term fact(analysis *x, const region_vec *at, loc l) {
    if (same_loc(l, x->e->k.p->start)) return term_true(x->e->k.t);
    const polyhedral_region *r = &at->data[l.id];
    return r->reached ? term_and_n(x->e->k.t, r->facts.size, r->facts.data) : term_false(x->e->k.t);
}

/* ---- images ---- */

static void add_dimension(dimensions *d, term v) {
    if (map_get(&d->of, v.id, NULL)) return;
    map_set(&d->of, v.id, d->size);
    d->size++;
}

/* The literals of the path that the solver's model takes along the edge, with names for the values
 * after it. */
static void path_literals(analysis *x, arrow *a, solver *s, term_vec *literals) {
    ic3ia *e = x->e;
    term_vec parts = {0}, vars = {0};
    map seen = {0};
    vec_push(&parts, a->tr->formula);
    for (uint32_t i = 0; i < x->vars.size; i++)
        if (x->live.data[a->to.id * x->vars.size + i])
            vec_push(&parts, subst_apply(&a->to_next, e->k.t, x->vars.data[i]));
    for (uint32_t i = 0; i < parts.size; i++) term_vars(e->k.t, parts.data[i], &seen, &vars);
    model_clear(&e->m);
    solver_model(s, &e->m, vars.size, vars.data);
    vec_clear(&parts);
    vec_push(&parts, a->tr->formula);
    for (uint32_t i = 0; i < x->vars.size; i++) {
        if (!x->live.data[a->to.id * x->vars.size + i]) continue;
        term next = subst_apply(&a->to_next, e->k.t, x->vars.data[i]);
        model_set(&e->m, x->after.data[i], solver_value(s, e->project.pool, next));
        vec_push(&parts, term_eq(e->k.t, x->after.data[i], next));
    }
    implicant(&e->project, &e->m, term_and_n(e->k.t, parts.size, parts.data), literals);
    map_release(&seen);
    vec_release(&parts);
    vec_release(&vars);
}

/* What the region `from` becomes along the path of the model. */
static polyhedron image(analysis *x, const region_vec *from, arrow *a, solver *s) {
    dimensions d = {0};
    term_vec literals = {0}, vars = {0};
    map seen = {0};
    polyhedron p;
    for (uint32_t i = 0; i < x->after.size; i++) add_dimension(&d, x->after.data[i]);
    path_literals(x, a, s, &literals);
    if (!same_loc(a->from, x->e->k.p->start))
        vec_append(&literals, from->data[a->from.id].facts.data, from->data[a->from.id].facts.size);
    for (uint32_t i = 0; i < literals.size; i++)
        term_vars(x->e->k.t, literals.data[i], &seen, &vars);
    for (uint32_t i = 0; i < vars.size; i++) {
        enum sort_kind kind = sort_kind_of(x->e->k.t, term_sort(x->e->k.t, vars.data[i]));
        if (kind == SORT_INT || kind == SORT_REAL) add_dimension(&d, vars.data[i]);
    }
    x->failed |= d.size > MOST_DIMENSIONS;
    ppl_new_C_Polyhedron_from_space_dimension(&p, d.size, 0);
    for (uint32_t i = 0; i < literals.size && !x->failed; i++)
        constrain(x, &d, p, literals.data[i]);
    if (!x->failed) x->failed |= ppl_Polyhedron_remove_higher_space_dimensions(p, x->vars.size) < 0;
    map_release(&seen);
    map_release(&d.of);
    vec_release(&literals);
    vec_release(&vars);
    return p;
}

/* Join, and widen where it was joined often. Takes p. */
static void join(analysis *x, polyhedral_region *r, polyhedron p, bool widen) {
    if (x->failed) {
        ppl_delete_Polyhedron(p);
        return;
    }
    if (r->reached) {
        x->failed |= ppl_Polyhedron_poly_hull_assign(p, r->of) < 0;
        if (widen && r->joins > DELAY && !x->failed)
            x->failed |= ppl_Polyhedron_BHRZ03_widening_assign(p, r->of) < 0;
        ppl_delete_Polyhedron(r->of);
    }
    r->of = p;
    r->reached = true;
    x->failed |= ++r->joins > MOST_JOINS;
    if (!x->failed) find_facts(x, r);
}

/* ---- the fixpoint ---- */

static solver *solver_at(analysis *x, uint32_t number) {
    arrow *a = &x->e->arrows.data[number];
    if (x->solvers.data[number]) return x->solvers.data[number];
    solver *s = x->solvers.data[number] = arrow_solver(x->e, a, &x->limit);
    if (!s) return NULL;
    if (x->e->places.data[a->from.id].proven.id)
        solver_assert(s, x->e->places.data[a->from.id].proven);
    return s;
}

/* Does the edge lead out of what is known? */
static enum answer leads_out(analysis *x, uint32_t number, const region_vec *from,
                             const region_vec *to) {
    terms *t = x->e->k.t;
    arrow *a = &x->e->arrows.data[number];
    solver *s = solver_at(x, number);
    term query[] = {fact(x, from, a->from),
                    term_not(t, subst_apply(&a->to_next, t, fact(x, to, a->to)))};
    if (!s || budget_over(&x->limit)) return ANSWER_UNKNOWN;
    return term_is_false(t, query[1]) ? ANSWER_UNSAT : solver_check(s, 2, query);
}

/* Follow one edge until it leads nowhere new. True: something was new. */
static bool follow(analysis *x, uint32_t number, const region_vec *from, region_vec *to,
                   bool widen) {
    arrow *a = &x->e->arrows.data[number];
    enum answer answer = ANSWER_SAT;
    bool grew = false;
    while (!x->failed && (answer = leads_out(x, number, from, to)) == ANSWER_SAT) {
        join(x, &to->data[a->to.id], image(x, from, a, x->solvers.data[number]), widen);
        grew = true;
    }
    x->failed |= answer != ANSWER_UNSAT;
    return grew;
}

static bool leads_to_error(const analysis *x, uint32_t number) {
    return x->e->places.data[x->e->arrows.data[number].to.id].is_error;
}

static void ascend(analysis *x) {
    bool more = true;
    while (more && !x->failed) {
        more = false;
        for (uint32_t i = 0; i < x->e->arrows.size && !x->failed; i++)
            if (!leads_to_error(x, i)) more |= follow(x, i, &x->at, &x->at, true);
    }
}

static void release_regions(region_vec *at) {
    for (uint32_t i = 0; i < at->size; i++) {
        if (at->data[i].reached) ppl_delete_Polyhedron(at->data[i].of);
        vec_release(&at->data[i].facts);
    }
    vec_release(at);
}

/* One step from the fixpoint without widening is smaller, and as inductive: the solver is asked
 * again. */
static void descend(analysis *x) {
    region_vec smaller = {0};
    vec_resize(&smaller, x->at.size);
    for (uint32_t i = 0; i < x->e->arrows.size && !x->failed; i++)
        if (!leads_to_error(x, i)) follow(x, i, &x->at, &smaller, false);
    bool good = !x->failed;
    for (uint32_t i = 0; i < x->e->arrows.size && good; i++)
        good = leads_to_error(x, i) || leads_out(x, i, &smaller, &smaller) == ANSWER_UNSAT;
    x->failed = false; /* the larger ones are inductive anyway */
    region_vec unused = good ? x->at : smaller;
    if (good) x->at = smaller;
    release_regions(&unused);
}

/* ---- what is known then ---- */

static bool has_few_values(const ic3ia *e, term v) {
    for (loc l = {0}; l.id < e->places.size; l.id++)
        if (map_get(&e->places.data[l.id].few_of, v.id, NULL)) return true;
    return false;
}

/* Live variables of one sort that do not have few values. */
static void find_vars(analysis *x) {
    ic3ia *e = x->e;
    liveness live;
    u32_vec numbers = {0};
    liveness_of(e->k.p, &live);
    for (uint32_t i = 0; i < e->k.p->variables.size; i++) {
        term v = e->k.p->variables.data[i].var;
        enum sort_kind kind = sort_kind_of(e->k.t, term_sort(e->k.t, v));
        bool fits =
            (kind == SORT_INT || kind == SORT_REAL) &&
            (!x->vars.size || same_sort(term_sort(e->k.t, v), term_sort(e->k.t, x->vars.data[0])));
        bool anywhere = false;
        for (loc l = {0}; l.id < e->places.size; l.id++)
            anywhere |= !same_loc(l, e->k.p->start) && bits_has(&live.at.data[l.id], i);
        if (!fits || !anywhere || has_few_values(e, v)) continue;
        vec_push(&x->vars, v);
        vec_push(&x->after, term_fresh(e->k.t, "after", term_sort(e->k.t, v)));
        vec_push(&numbers, i);
    }
    for (loc l = {0}; l.id < e->places.size; l.id++)
        for (uint32_t i = 0; i < numbers.size; i++)
            vec_push(&x->live, bits_has(&live.at.data[l.id], numbers.data[i]));
    vec_release(&numbers);
    liveness_release(&live);
}

/* Polyhedra of many dimensions take too long; those where variables are dead do not matter. */
static bool is_small(const analysis *x) {
    uint32_t most = 0;
    for (loc l = {0}; l.id < x->e->places.size; l.id++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < x->vars.size; i++)
            n += !same_loc(l, x->e->k.p->start) && x->live.data[l.id * x->vars.size + i];
        if (n > most) most = n;
    }
    return x->vars.size && x->vars.size <= MOST_VARS && most <= MOST_LIVE;
}

static void hand_out(analysis *x) {
    ic3ia *e = x->e;
    for (loc l = {0}; l.id < e->places.size; l.id++) {
        predicate_place *at = &e->places.data[l.id];
        if (at->is_start || at->is_error) continue;
        term known = fact(x, &x->at, l);
        at->proven = at->proven.id ? term_and(e->k.t, at->proven, known) : known;
        for (uint32_t i = 0; i < e->k.out.data[l.id].size; i++)
            solver_assert(e->arrows.data[e->k.out.data[l.id].data[i]].of.solver, known);
    }
}

static void run(analysis *x) {
    vec_resize(&x->at, x->e->places.size);
    vec_resize(&x->solvers, x->e->arrows.size);
    ppl_initialize(); /* says so where it is already */
    ppl_restore_pre_PPL_rounding();
    ppl_set_deterministic_timeout(PPL_WEIGHT, PPL_SCALE);
    ascend(x);
    if (!x->failed) {
        descend(x);
        hand_out(x);
    }
    ppl_reset_deterministic_timeout();
    release_regions(&x->at);
}

void polyhedra_run(ic3ia *e) {
    LOG("ic3ia", "polyhedra");
    analysis x = {.e = e};
    x.limit = time_limited(TIME_PREDICATES_POLYHEDRA, *e->k.limits);
    find_vars(&x);
    if (is_small(&x)) run(&x);
    for (uint32_t i = 0; i < x.solvers.size; i++)
        if (x.solvers.data[i]) solver_delete(x.solvers.data[i]);
    vec_release(&x.solvers);
    vec_release(&x.vars);
    vec_release(&x.after);
    vec_release(&x.live);
}
