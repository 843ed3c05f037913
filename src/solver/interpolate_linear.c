/* Interpolants for linear arithmetic. The conjunction is refuted lazily: a SAT solver chooses atoms,
 * z3 says which of them cannot hold together, and the coefficients of Farkas' lemma turn each such
 * set into a leaf of the proof. A second linear_proof, of the formulas with all these sets as clauses,
 * is traced, and its resolutions combine the leaves (McMillan, TCS 345, 2005). */
#include "solver/interpolate.h"

#include "base/log.h"
#include "solver/sat/sat.h"
#include "solver/solver.h"
#include "term/linear.h"
#include "term/value.h"

#include <stdlib.h>

#define MOST_LEMMAS 2000u
#define MOST_CONFLICTS 20000u

enum { SERVED = THEORY_BOOL | THEORY_INT | THEORY_REAL };
enum { IN_A = 1, IN_B = 2 }; /* sides, as bits */

typedef vec(int) int_vec;

/* constant + sum of parts <= 0, or < 0 */
typedef struct {
    linear sum;
    bool strict;
} linear_row;

typedef struct {
    terms *t;
    const budget *limits;
    solver *z3;
    sort number;      /* of all sums; none: there are no sums */
    term_vec atom;    /* by SAT variable; none: a gate */
    vec(uint8_t) in;  /* by SAT variable: the sides that have it */
    map variables[2]; /* term -> its SAT variable: gates of a, of b and, in both, atoms */
    int_vec clauses;  /* of a, of b, then lemmas, each ended by 0 */
    uint32_t end_of_a, end_of_b;
    term_vec leaves;  /* partial interpolants of the lemmas, in order */
    term_vec partial; /* by clause number */
    term chain;
    uint32_t side; /* whose clauses are made: 0, 1 */
} linear_proof;

/* ---- clauses ---- */

static int variable_new(linear_proof *r, term atom) {
    vec_push(&r->atom, atom);
    vec_push(&r->in, 0);
    return (int)r->atom.size - 1;
}

static void clause(linear_proof *r, uint32_t n, const int *literals) {
    for (uint32_t i = 0; i < n; i++) r->in.data[abs(literals[i])] |= (uint8_t)(IN_A << r->side);
    vec_append(&r->clauses, literals, n);
    vec_push(&r->clauses, 0);
}
static void clause2(linear_proof *r, int a, int b) { clause(r, 2, (int[]){a, b}); }
static void clause3(linear_proof *r, int a, int b, int c) { clause(r, 3, (int[]){a, b, c}); }

static int encode(linear_proof *r, term a);

static int atom_variable(linear_proof *r, term a) {
    int v = variable_new(r, a);
    map_set(&r->variables[0], a.id, (uint64_t)v);
    map_set(&r->variables[1], a.id, (uint64_t)v);
    return v;
}

/* v, or its negation, is the conjunction of n literals. */
static void define_and(linear_proof *r, int v, uint32_t n, const int *literals) {
    int_vec all = {0};
    vec_push(&all, v);
    for (uint32_t i = 0; i < n; i++) {
        clause2(r, -v, literals[i]);
        vec_push(&all, -literals[i]);
    }
    clause(r, all.size, all.data);
    vec_release(&all);
}

static void define_ite(linear_proof *r, int v, int c, int a, int b) {
    clause3(r, -c, -v, a), clause3(r, -c, v, -a);
    clause3(r, c, -v, b), clause3(r, c, v, -b);
}

static int equation(linear_proof *r, int v, term x, term y) {
    int sides[] = {encode(r, term_2(r->t, OP_LE, x, y)), encode(r, term_2(r->t, OP_LE, y, x))};
    define_and(r, v, 2, sides);
    return v;
}

static int gate(linear_proof *r, term a) {
    terms *t = r->t;
    int v = variable_new(r, (term){0});
    map_set(&r->variables[r->side], a.id, (uint64_t)v);
    if (term_op(t, a) == OP_EQ && !term_is_bool(t, term_arg(t, a, 0)))
        return equation(r, v, term_arg(t, a, 0), term_arg(t, a, 1));
    int_vec in = {0};
    bool is_or = term_op(t, a) == OP_OR;
    for (uint32_t i = 0; i < term_arity(t, a); i++) {
        int x = encode(r, term_arg(t, a, i));
        vec_push(&in, is_or ? -x : x);
    }
    if (term_op(t, a) == OP_ITE) define_ite(r, v, in.data[0], in.data[1], in.data[2]);
    else if (term_op(t, a) == OP_EQ) define_ite(r, v, in.data[0], in.data[1], -in.data[1]);
    else if (term_op(t, a) == OP_XOR) define_ite(r, v, in.data[0], -in.data[1], in.data[1]);
    else define_and(r, is_or ? -v : v, in.size, in.data);
    vec_release(&in);
    return v;
}

static int encode(linear_proof *r, term a) {
    uint64_t known;
    if (term_op(r->t, a) == OP_NOT) return -encode(r, term_arg(r->t, a, 0));
    if (map_get(&r->variables[r->side], a.id, &known)) return (int)known;
    bool is_gate = term_is_connective(r->t, a) || term_op(r->t, a) == OP_EQ;
    return is_gate ? gate(r, a) : atom_variable(r, a);
}

/* ---- conditional values ---- */

static void collect_ites(terms *t, term a, term_vec *out) {
    term_walk walk = {0};
    walk_add(&walk, a);
    for (term b; walk_next(&walk, &b);) {
        if (term_op(t, b) == OP_ITE && !term_is_bool(t, b)) vec_push(out, b);
        walk_below(&walk, t, b);
    }
    walk_release(&walk);
}

/* The formula with a variable for each conditional number. Inner ones are older terms. */
static term without_ites(terms *t, term a) {
    term_vec ites = {0}, parts = {0};
    substitution s = {0};
    collect_ites(t, a, &ites);
    if (ites.size) qsort(ites.data, ites.size, sizeof *ites.data, term_by_id);
    for (uint32_t i = 0; i < ites.size; i++) {
        term b = ites.data[i], v = term_fresh(t, "ite", term_sort(t, b)), in[3];
        for (uint32_t k = 0; k < 3; k++) in[k] = subst_apply(&s, t, term_arg(t, b, k));
        vec_push(&parts, term_implies(t, in[0], term_eq(t, v, in[1])));
        vec_push(&parts, term_or(t, in[0], term_eq(t, v, in[2])));
        subst_set(&s, t, b, v);
    }
    vec_push(&parts, subst_apply(&s, t, a));
    term result = term_and_n(t, parts.size, parts.data);
    subst_release(&s);
    vec_release(&ites);
    vec_release(&parts);
    return result;
}

/* ---- sets of atoms that cannot hold together ---- */

static bool is_row(const linear_proof *r, term a) {
    return term_op(r->t, a) == OP_LE || term_op(r->t, a) == OP_LT;
}

/* A literal as a sum that is at most 0. Of integers, > 0 is >= 1. */
static linear_row row_of(linear_proof *r, term atom, bool positive) {
    terms *t = r->t;
    linear_row x = {.strict = (term_op(t, atom) == OP_LT) == positive};
    linear_init(t, &x.sum, r->number);
    term one = constant_of(t, r->number, positive ? 1 : -1),
         minus = constant_of(t, r->number, positive ? -1 : 1);
    linear_add(t, &x.sum, term_arg(t, atom, 0), one);
    linear_add(t, &x.sum, term_arg(t, atom, 1), minus);
    if (x.strict && sort_kind_of(t, r->number) == SORT_INT) {
        linear_add(t, &x.sum, term_int(t, 1), term_int(t, 1));
        x.strict = false;
    }
    linear_normalize(t, &x.sum);
    return x;
}

static term real_of(terms *t, term constant) {
    mpq_t q;
    mpq_init(q);
    bool good = term_get_mpq(t, constant, q);
    assert_debug(good);
    (void)good;
    term a = term_number(t, sort_real(t), q);
    mpq_clear(q);
    return a;
}

/* The sum of the weights' products with one column of the rows. */
static term weighted(terms *t, uint32_t n, const linear_row *rows, const term_vec *weights,
                     term base) {
    term_vec parts = {0};
    for (uint32_t i = 0; i < n; i++) {
        const linear *l = &rows[i].sum;
        if (!base.id)
            vec_push(&parts, term_2(t, OP_MUL, real_of(t, l->constant), weights->data[i]));
        for (uint32_t k = 0; base.id && k < l->parts.size; k++)
            if (same(l->parts.data[k].base, base))
                vec_push(&parts, term_2(t, OP_MUL, real_of(t, l->parts.data[k].coefficient),
                                        weights->data[i]));
    }
    term zero = constant_of(t, sort_real(t), 0);
    term all = !parts.size       ? zero
               : parts.size == 1 ? parts.data[0]
                                 : term_app(t, OP_ADD, parts.size, parts.data);
    vec_release(&parts);
    return all;
}

/* What weights must satisfy: the weighted rows add up to c <= 0 with c > 0, or to 0 < 0. */
static term farkas(terms *t, uint32_t n, const linear_row *rows, const term_vec *weights) {
    term_vec parts = {0}, strict = {0};
    map seen = {0};
    term zero = constant_of(t, sort_real(t), 0);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&parts, term_2(t, OP_LE, zero, weights->data[i]));
        if (rows[i].strict) vec_push(&strict, term_2(t, OP_LT, zero, weights->data[i]));
        for (uint32_t k = 0; k < rows[i].sum.parts.size; k++) {
            term base = rows[i].sum.parts.data[k].base;
            if (!map_add(&seen, base.id)) continue;
            vec_push(&parts, term_eq(t, weighted(t, n, rows, weights, base), zero));
        }
    }
    term constant = weighted(t, n, rows, weights, (term){0});
    vec_push(&parts, term_2(t, OP_LE, zero, constant));
    vec_push(&strict, term_2(t, OP_LT, zero, constant));
    vec_push(&parts, term_or_n(t, strict.size, strict.data));
    term all = term_and_n(t, parts.size, parts.data);
    vec_release(&parts);
    vec_release(&strict);
    map_release(&seen);
    return all;
}

/* The weights' least common denominator turns them into integers. */
static void clear_denominators(terms *t, term_vec *weights) {
    mpz_t scale;
    mpq_t q;
    mpz_init_set_ui(scale, 1);
    mpq_init(q);
    for (uint32_t i = 0; i < weights->size; i++)
        if (term_get_mpq(t, weights->data[i], q)) mpz_lcm(scale, scale, mpq_denref(q));
    for (uint32_t i = 0; i < weights->size; i++) {
        if (!term_get_mpq(t, weights->data[i], q)) continue;
        mpz_mul(mpq_numref(q), mpq_numref(q), scale);
        mpq_canonicalize(q);
        weights->data[i] = term_number(t, sort_real(t), q);
    }
    mpq_clear(q);
    mpz_clear(scale);
}

/* Integral weights, one a row; false if the rows cannot be refuted over the rationals. */
static bool find_weights(linear_proof *r, uint32_t n, const linear_row *rows, term_vec *weights) {
    terms *t = r->t;
    for (uint32_t i = 0; i < n; i++) vec_push(weights, term_fresh(t, "weight", sort_real(t)));
    solver_push(r->z3);
    solver_assert(r->z3, farkas(t, n, rows, weights));
    bool good = solver_check(r->z3, 0, NULL) == ANSWER_SAT;
    values *pool = values_new(t);
    for (uint32_t i = 0; good && i < n; i++)
        weights->data[i] = value_to_term(pool, solver_value(r->z3, pool, weights->data[i]));
    values_delete(pool);
    solver_pop(r->z3);
    if (good) clear_denominators(t, weights);
    return good;
}

/* The sum of the rows that only a has, times their weights: what a says about the conflict. */
static term say(linear_proof *r, const int_vec *lits, const linear_row *rows,
                const term_vec *weights) {
    terms *t = r->t;
    linear sum;
    bool strict = false, any = false;
    linear_init(t, &sum, r->number);
    for (uint32_t i = 0; i < lits->size; i++) {
        mpq_t q;
        if (r->in.data[abs(lits->data[i])] & IN_B) continue;
        mpq_init(q);
        term_get_mpq(t, weights->data[i], q);
        term weight = term_number(t, r->number, q);
        bool used = mpq_sgn(q) > 0;
        mpq_clear(q);
        if (!used) continue;
        for (uint32_t k = 0; k < rows[i].sum.parts.size; k++)
            linear_add(
                t, &sum, rows[i].sum.parts.data[k].base,
                constant_op(t, OP_BVMUL, OP_MUL, weight, rows[i].sum.parts.data[k].coefficient));
        linear_add(t, &sum, rows[i].sum.constant, weight);
        strict |= rows[i].strict;
        any = true;
    }
    linear_normalize(t, &sum);
    term left, right;
    linear_sides(t, &sum, &left, &right);
    linear_release(&sum);
    return any ? term_2(t, strict ? OP_LT : OP_LE, left, right) : term_true(t);
}

/* A clause that excludes the literals, and its partial interpolant. */
static bool learn(linear_proof *r, const int_vec *lits) {
    vec(linear_row) rows = {0};
    term_vec weights = {0};
    for (uint32_t i = 0; i < lits->size; i++)
        vec_push(&rows, row_of(r, r->atom.data[abs(lits->data[i])], lits->data[i] > 0));
    bool good = find_weights(r, rows.size, rows.data, &weights);
    if (good) vec_push(&r->leaves, say(r, lits, rows.data, &weights));
    for (uint32_t i = 0; good && i < lits->size; i++) vec_push(&r->clauses, -lits->data[i]);
    if (good) vec_push(&r->clauses, 0);
    for (uint32_t i = 0; i < rows.size; i++) linear_release(&rows.data[i].sum);
    vec_release(&rows);
    vec_release(&weights);
    return good;
}

static bool stop(void *state) {
    const linear_proof *r = state;
    return r->limits && budget_over(r->limits);
}

static enum sat_answer propose(linear_proof *r, sat_solver *sat) {
    sat_limits limits = {.conflicts = MOST_CONFLICTS, .stop = stop, .state = r};
    return sat_solve(sat, 0, NULL, &limits);
}

/* The comparisons of the model that cannot hold together; UNSAT: there are some. */
static enum answer conflict(linear_proof *r, const sat_solver *sat, int_vec *lits) {
    term_vec assumed = {0};
    int_vec all = {0};
    for (int v = 1; v < (int)r->atom.size; v++) {
        term a = r->atom.data[v];
        if (!a.id || !is_row(r, a) || !sat_relevant(sat, v)) continue;
        vec_push(&all, sat_value(sat, v) ? v : -v);
        vec_push(&assumed, sat_value(sat, v) ? a : term_not(r->t, a));
    }
    enum answer answer = solver_check(r->z3, assumed.size, assumed.data);
    for (uint32_t i = 0; answer == ANSWER_UNSAT && i < all.size; i++)
        if (solver_in_core(r->z3, assumed.data[i])) vec_push(lits, all.data[i]);
    vec_release(&assumed);
    vec_release(&all);
    return answer;
}

/* Give the SAT solver the clauses from position `from` on. */
static void tell(linear_proof *r, sat_solver *sat, uint32_t from) {
    for (uint32_t i = from, n; i < r->clauses.size && !sat_refutation(sat); i += n + 1) {
        for (n = 0; r->clauses.data[i + n];) n++;
        sat_clause(sat, 0, n, r->clauses.data + i);
    }
}

static bool refute(linear_proof *r) {
    sat_solver *sat = sat_new();
    int_vec lits = {0};
    bool good = true;
    uint32_t told = 0;
    enum sat_answer answer = SAT_UNKNOWN;
    while (good && r->leaves.size < MOST_LEMMAS && !stop(r)) {
        tell(r, sat, told);
        told = r->clauses.size;
        if ((answer = propose(r, sat)) != SAT_SATISFIABLE) break;
        vec_clear(&lits);
        good = conflict(r, sat, &lits) == ANSWER_UNSAT && learn(r, &lits);
    }
    vec_release(&lits);
    sat_delete(sat);
    return answer == SAT_UNSATISFIABLE;
}

/* ---- the proof ---- */

static void chain_start(void *state, uint32_t clause) {
    linear_proof *r = state;
    r->chain = r->partial.data[clause];
}

static void chain_resolve(void *state, uint32_t clause, int pivot) {
    linear_proof *r = state;
    term other = r->partial.data[clause];
    r->chain =
        r->in.data[pivot] & IN_B ? term_and(r->t, r->chain, other) : term_or(r->t, r->chain, other);
}

static uint32_t chain_finish(void *state) {
    linear_proof *r = state;
    vec_push(&r->partial, r->chain);
    return r->partial.size - 1;
}

static const sat_tracer tracer = {chain_start, chain_resolve, chain_finish};

/* What b can know of a clause of a. */
static term label(const linear_proof *r, const int *literals) {
    term_vec known = {0};
    for (; *literals; literals++) {
        int v = abs(*literals);
        if (!(r->in.data[v] & IN_B)) continue;
        vec_push(&known, *literals > 0 ? r->atom.data[v] : term_not(r->t, r->atom.data[v]));
    }
    term all = term_or_n(r->t, known.size, known.data);
    vec_release(&known);
    return all;
}

static bool trace(linear_proof *r, term *interpolant) {
    sat_solver *sat = sat_new();
    uint32_t lemma = 0;
    sat_trace(sat, &tracer, r);
    vec_push(&r->partial, term_true(r->t)); /* there is no clause 0 */
    for (uint32_t i = 0; i < r->clauses.size; i++) {
        vec_push(&r->partial, i < r->end_of_a   ? label(r, r->clauses.data + i)
                              : i < r->end_of_b ? term_true(r->t)
                                                : r->leaves.data[lemma++]);
        while (r->clauses.data[i]) i++;
    }
    tell(r, sat, 0);
    bool good = propose(r, sat) == SAT_UNSATISFIABLE;
    if (good) *interpolant = r->partial.data[sat_refutation(sat)];
    sat_delete(sat);
    return good;
}

/* ---- all of it ---- */

/* The sort of all comparisons; false if integers and reals are mixed. */
static bool find_sort(linear_proof *r) {
    r->number = sort_real(r->t);
    bool any = false;
    for (uint32_t v = 1; v < r->atom.size; v++) {
        if (!r->atom.data[v].id || !is_row(r, r->atom.data[v])) continue;
        sort s = term_sort(r->t, term_arg(r->t, r->atom.data[v], 0));
        if (any && !same_sort(s, r->number)) return false;
        r->number = s;
        any = true;
    }
    return true;
}

static void say_formulas(linear_proof *r, term a, term b) {
    variable_new(r, (term){0}); /* variables begin with 1 */
    term formulas[] = {without_ites(r->t, a), without_ites(r->t, b)};
    uint32_t *ends[] = {&r->end_of_a, &r->end_of_b};
    for (r->side = 0; r->side < 2; r->side++) {
        int root = encode(r, formulas[r->side]);
        clause(r, 1, &root);
        *ends[r->side] = r->clauses.size;
    }
}

bool interpolate_linear(terms *t, term a, term b, const budget *limits, term *interpolant) {
    assert_debug(term_is_bool(t, a) && term_is_bool(t, b));
    LOG("solver", "interpolant of %u and %u by linear arithmetic", a.id, b.id);
    if ((term_theories(t, a) | term_theories(t, b)) & ~(uint32_t)SERVED) return false;
    if (term_is_const(t, a) || term_is_const(t, b))
        return *interpolant = term_is_false(t, b) ? term_true(t) : a,
               term_is_false(t, a) || term_is_false(t, b);
    linear_proof r = {.t = t, .limits = limits};
    r.z3 = solver_new(t, "z3", (solver_options){0}, NULL);
    if (r.z3) solver_set_budget(r.z3, limits);
    if (r.z3) say_formulas(&r, a, b);
    bool good = r.z3 && find_sort(&r) && refute(&r) && trace(&r, interpolant);
    if (r.z3) solver_delete(r.z3);
    vec_release(&r.atom);
    vec_release(&r.in);
    map_release(&r.variables[0]);
    map_release(&r.variables[1]);
    vec_release(&r.clauses);
    vec_release(&r.leaves);
    vec_release(&r.partial);
    return good;
}
