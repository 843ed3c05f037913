#include "term/project.h"

#include "base/log.h"
#include "base/fail.h"

void projector_init(projector *p, terms *t) {
    p->t = t;
    p->pool = values_new(t);
    p->eval = evaluator_new(t, p->pool);
}

void projector_release(projector *p) {
    evaluator_delete(p->eval);
    values_delete(p->pool);
}

/* ---- implicants ---- */

typedef struct {
    projector *p;
    const model *m;
    term_vec *literals;
    map seen; /* literals (by id) and goals (by goal_key) done */
    vec(struct signed_formula {
        term formula;
        bool positive;
    }) todo;
} implicant_search;

static uint64_t goal_key(term formula, bool positive) {
    return 1ull << 63 | (uint64_t)formula.id << 1 | positive;
}

static void want(implicant_search *w, term formula, bool positive) {
    struct signed_formula g = {formula, positive};
    vec_push(&w->todo, g);
}

static bool holds(implicant_search *w, term a) { return term_holds(w->p->eval, w->m, a); }

/* Replace every ite inside an atom by the branch that the model takes; its condition becomes a
 * goal. Memoized, so that shared ites are resolved once; recursion is bounded by the atom's depth.
 */
static term resolve(implicant_search *w, term a, map *memo) {
    terms *t = w->p->t;
    uint64_t done;
    if (term_arity(t, a) == 0) return a;
    if (map_get(memo, a.id, &done)) return (term){(uint32_t)done};
    term result;
    if (term_op(t, a) == OP_ITE) {
        term condition = term_arg(t, a, 0);
        bool taken = holds(w, condition);
        want(w, condition, taken);
        result = resolve(w, term_arg(t, a, taken ? 1 : 2), memo);
    } else {
        term_vec args = {0};
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            vec_push(&args, resolve(w, term_arg(t, a, i), memo));
        result = term_rebuild(t, a, args.data);
        vec_release(&args);
    }
    map_set(memo, a.id, result.id);
    return result;
}

static void take_atom(implicant_search *w, term atom, bool positive) {
    terms *t = w->p->t;
    map memo = {0};
    term plain = resolve(w, atom, &memo);
    map_release(&memo);
    term literal = positive ? plain : term_not(t, plain);
    if (term_is_true(t, literal)) return;
    enum op op = term_op(t, plain);
    if (!same(plain, atom) && (op == OP_AND || op == OP_OR || op == OP_NOT || op == OP_XOR)) {
        want(w, plain, positive); /* rebuilding gave it Boolean structure */
        return;
    }
    if (!map_add(&w->seen, literal.id)) return;
    vec_push(w->literals, literal);
}

/* A conjunction needs all its parts, a disjunction one that the model makes true: the first already
 * chosen, else the smallest. */
static void take_any(implicant_search *w, term a, bool positive) {
    terms *t = w->p->t;
    term best = {0};
    for (uint32_t i = 0; i < term_arity(t, a); i++) {
        term part = term_arg(t, a, i);
        if (holds(w, part) != positive) continue;
        if (!best.id || term_arity(t, part) < term_arity(t, best)) best = part;
        if (map_get(&w->seen, goal_key(part, positive), NULL)) {
            best = part;
            break;
        }
    }
    require(best.id, "implicant of a formula that is false in the model");
    want(w, best, positive);
}

static void take_all(implicant_search *w, term a, bool positive) {
    for (uint32_t i = 0; i < term_arity(w->p->t, a); i++)
        want(w, term_arg(w->p->t, a, i), positive);
}

static void take(implicant_search *w, term a, bool positive) {
    terms *t = w->p->t;
    if (!map_add(&w->seen, goal_key(a, positive))) return;
    switch (term_op(t, a)) {
    case OP_TRUE:
    case OP_FALSE: break;
    case OP_NOT: want(w, term_arg(t, a, 0), !positive); break;
    case OP_AND: positive ? take_all(w, a, true) : take_any(w, a, false); break;
    case OP_OR: positive ? take_any(w, a, true) : take_all(w, a, false); break;
    case OP_XOR:
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            want(w, term_arg(t, a, i), holds(w, term_arg(t, a, i)));
        break;
    case OP_ITE: {
        bool taken = holds(w, term_arg(t, a, 0));
        want(w, term_arg(t, a, 0), taken);
        want(w, term_arg(t, a, taken ? 1 : 2), positive);
        break;
    }
    case OP_EQ:
        if (term_is_bool(t, term_arg(t, a, 0))) {
            for (uint32_t i = 0; i < 2; i++)
                want(w, term_arg(t, a, i), holds(w, term_arg(t, a, i)));
            break;
        }
        take_atom(w, a, positive);
        break;
    default: take_atom(w, a, positive);
    }
}

void implicant(projector *p, const model *m, term formula, term_vec *literals) {
    assert_debug(term_is_bool(p->t, formula));
    LOG("term", "implicant of term %u", formula.id);
    implicant_search w = {.p = p, .m = m, .literals = literals};
    want(&w, formula, true);
    while (w.todo.size) {
        struct signed_formula g = vec_pop(&w.todo);
        take(&w, g.formula, g.positive);
    }
    map_release(&w.seen);
    vec_release(&w.todo);
}

/* ---- linear terms ---- */

bool linear_in(terms *t, term a, term var, mpq_t coefficient, term *rest) {
    assert_debug(term_is_var(t, var));
    assert_debug(term_is_there(t, a));
    mpq_set_ui(coefficient, 0, 1);
    *rest = a;
    if (same(a, var)) {
        mpq_set_ui(coefficient, 1, 1);
        mpq_t zero;
        mpq_init(zero);
        *rest = term_number(t, term_sort(t, a), zero);
        mpq_clear(zero);
        return true;
    }
    if (!term_mentions(t, a, var)) return true;
    enum op op = term_op(t, a);
    if (op != OP_ADD && op != OP_MUL) return false;
    if (op == OP_MUL) {
        mpq_t factor;
        mpq_init(factor);
        bool good = term_arity(t, a) == 2 && term_get_mpq(t, term_arg(t, a, 0), factor);
        term other = good ? term_arg(t, a, 1) : a, inner;
        if (!good && term_arity(t, a) == 2 && term_get_mpq(t, term_arg(t, a, 1), factor)) {
            good = true;
            other = term_arg(t, a, 0);
        }
        good = good && linear_in(t, other, var, coefficient, &inner);
        if (good) {
            term scale = term_number(t, term_sort(t, a), factor);
            *rest = term_2(t, OP_MUL, scale, inner);
            mpq_mul(coefficient, coefficient, factor);
        }
        mpq_clear(factor);
        return good;
    }
    term_vec parts = {0};
    mpq_t one;
    mpq_init(one);
    bool good = true;
    for (uint32_t i = 0; good && i < term_arity(t, a); i++) {
        term inner;
        good = linear_in(t, term_arg(t, a, i), var, one, &inner);
        mpq_add(coefficient, coefficient, one);
        vec_push(&parts, inner);
    }
    if (good) *rest = term_app(t, OP_ADD, parts.size, parts.data);
    mpq_clear(one);
    vec_release(&parts);
    return good;
}

/* ---- projection ---- */

static void replace(projector *p, term_vec *literals, term var, term by) {
    substitution s = {0};
    subst_set(&s, p->t, var, by);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < literals->size; i++) {
        term a = subst_apply(&s, p->t, literals->data[i]);
        if (!term_is_true(p->t, a)) literals->data[kept++] = a;
    }
    literals->size = kept;
    subst_release(&s);
}

static term negated(terms *t, term a) { return term_op(t, a) == OP_NOT ? term_arg(t, a, 0) : a; }

/* var from a bit-vector sum: sum = other, var occurring once with coefficient 1 or -1. */
static bool solve_sum(terms *t, term sum, term other, term var, term *solution) {
    if (same(sum, var)) return *solution = other, !term_mentions(t, other, var);
    if (term_op(t, sum) != OP_BVADD || term_mentions(t, other, var)) return false;
    term_vec rest = {0};
    int sign = 0;
    bool good = true;
    for (uint32_t i = 0; good && i < term_arity(t, sum); i++) {
        term part = term_arg(t, sum, i);
        if (!term_mentions(t, part, var)) {
            vec_push(&rest, term_1(t, OP_BVNEG, part));
            continue;
        }
        good = sign == 0;
        if (same(part, var)) sign = 1;
        else if (same(part, term_1(t, OP_BVNEG, var))) sign = -1;
        else good = false;
    }
    good = good && sign;
    if (good) {
        vec_push(&rest, other);
        *solution = term_app(t, OP_BVADD, rest.size, rest.data);
        if (sign < 0) *solution = term_1(t, OP_BVNEG, *solution);
    }
    vec_release(&rest);
    return good;
}

bool solve_equation(terms *t, term a, term b, term var, term *solution) {
    assert_debug(term_sort(t, a).id == term_sort(t, b).id);
    assert_debug(term_sort(t, var).id == term_sort(t, a).id);
    enum sort_kind kind = sort_kind_of(t, term_sort(t, var));
    if (same(a, var) && !term_mentions(t, b, var)) return *solution = b, true;
    if (same(b, var) && !term_mentions(t, a, var)) return *solution = a, true;
    if (kind == SORT_BV && same_sort(term_sort(t, a), term_sort(t, var)))
        return solve_sum(t, a, b, var, solution) || solve_sum(t, b, a, var, solution);
    if ((kind != SORT_INT && kind != SORT_REAL) || !same_sort(term_sort(t, a), term_sort(t, var)))
        return false;
    mpq_t ca, cb;
    mpq_inits(ca, cb, NULL);
    term ra, rb;
    bool good = linear_in(t, a, var, ca, &ra) && linear_in(t, b, var, cb, &rb);
    mpq_sub(ca, ca, cb);
    good = good && mpq_sgn(ca) &&
           (kind == SORT_REAL || mpq_cmp_si(ca, 1, 1) == 0 || mpq_cmp_si(ca, -1, 1) == 0);
    if (good) {
        mpq_inv(ca, ca);
        term difference = term_2(t, OP_SUB, rb, ra);
        *solution = term_2(t, OP_MUL, term_number(t, term_sort(t, var), ca), difference);
    }
    mpq_clears(ca, cb, NULL);
    return good;
}

static bool by_equation(projector *p, term_vec *literals, term var) {
    terms *t = p->t;
    for (uint32_t i = 0; i < literals->size; i++) {
        term a = literals->data[i], solution;
        if (term_op(t, a) != OP_EQ || !term_mentions(t, a, var)) continue;
        if (!solve_equation(t, term_arg(t, a, 0), term_arg(t, a, 1), var, &solution)) continue;
        replace(p, literals, var, solution);
        return true;
    }
    return false;
}

/* A bound on the variable: literal is var >= term (lower) or var <= term, strict or not. */
typedef struct {
    term bound;
    bool lower, strict;
    mpq_t value;
} bound_on_variable;
typedef vec(bound_on_variable) bound_vec;

static void clear_bounds(bound_vec *bounds) {
    for (uint32_t i = 0; i < bounds->size; i++) mpq_clear(bounds->data[i].value);
    vec_release(bounds);
}

static void model_number(projector *p, const model *m, term a, mpq_t out) {
    bool known = term_get_mpq(p->t, value_to_term(p->pool, term_eval(p->eval, m, a)), out);
    require(known, "a number was expected in a model");
}

/* coefficient * var + rest (op) 0 as a bound; integers only with unit coefficients. */
static bool add_bound(projector *p, const model *m, term var, mpq_t coefficient, term rest,
                      bool strict, bound_vec *bounds) {
    terms *t = p->t;
    bool is_int = sort_kind_of(t, term_sort(t, var)) == SORT_INT;
    if (is_int && mpq_cmp_si(coefficient, 1, 1) && mpq_cmp_si(coefficient, -1, 1)) return false;
    bound_on_variable b = {.lower = mpq_sgn(coefficient) < 0, .strict = strict};
    mpq_t factor;
    mpq_init(factor);
    mpq_inv(factor, coefficient);
    mpq_neg(factor, factor);
    b.bound = term_2(t, OP_MUL, term_number(t, term_sort(t, var), factor), rest);
    if (is_int && strict) {
        b.bound = term_2(t, b.lower ? OP_ADD : OP_SUB, b.bound, term_int(t, 1));
        b.strict = false;
    }
    mpq_clear(factor);
    mpq_init(b.value);
    model_number(p, m, b.bound, b.value);
    vec_push(bounds, b);
    return true;
}

/* A literal about var as bounds on it; disequations take the side that the model is on. */
static bool bounds_of(projector *p, const model *m, term literal, term var, bound_vec *bounds) {
    terms *t = p->t;
    bool positive = term_op(t, literal) != OP_NOT;
    term atom = negated(t, literal);
    enum op op = term_op(t, atom);
    if (op != OP_LE && op != OP_LT && op != OP_EQ) return false;
    term a = term_arg(t, atom, 0), b = term_arg(t, atom, 1), ra, rb;
    if (!same_sort(term_sort(t, a), term_sort(t, var))) return false;
    mpq_t ca, cb;
    mpq_inits(ca, cb, NULL);
    bool good = linear_in(t, a, var, ca, &ra) && linear_in(t, b, var, cb, &rb);
    mpq_sub(ca, ca, cb);
    good = good && mpq_sgn(ca);
    if (good) {
        term rest = term_2(t, OP_SUB, ra, rb); /* ca*var + rest (op) 0 */
        bool strict = op == OP_LT, flip = false;
        if (op == OP_EQ && !positive) {
            mpq_t va, vb;
            mpq_inits(va, vb, NULL);
            model_number(p, m, a, va);
            model_number(p, m, b, vb);
            strict = true;
            flip = mpq_cmp(va, vb) > 0;
            mpq_clears(va, vb, NULL);
        } else if (op != OP_EQ && !positive) {
            strict = !strict;
            flip = true;
        }
        for (int side = 0; good && side < (op == OP_EQ && positive ? 2 : 1); side++, flip = true) {
            mpq_t c;
            mpq_init(c);
            mpq_set(c, ca);
            term r = rest;
            if (flip) {
                mpq_neg(c, c);
                r = term_1(t, OP_NEG, rest);
            }
            good = add_bound(p, m, var, c, r, strict, bounds);
            mpq_clear(c);
        }
    }
    mpq_clears(ca, cb, NULL);
    return good;
}

/* The greatest lower bound in the model; a strict one wins a tie. */
static uint32_t tightest_lower(const bound_vec *bounds) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < bounds->size; i++) {
        const bound_on_variable *b = &bounds->data[i];
        if (!b->lower) continue;
        if (best == UINT32_MAX) {
            best = i;
            continue;
        }
        int order = mpq_cmp(b->value, bounds->data[best].value);
        if (order > 0 || (order == 0 && b->strict && !bounds->data[best].strict)) best = i;
    }
    return best;
}

static void resolve_bounds(projector *p, const bound_vec *bounds, term_vec *literals) {
    terms *t = p->t;
    uint32_t best = tightest_lower(bounds);
    bool upper = false;
    for (uint32_t i = 0; i < bounds->size; i++) upper |= !bounds->data[i].lower;
    if (best == UINT32_MAX || !upper) return;
    const bound_on_variable *g = &bounds->data[best];
    for (uint32_t i = 0; i < bounds->size; i++) {
        const bound_on_variable *b = &bounds->data[i];
        if (i == best) continue;
        bool strict = b->lower ? b->strict && !g->strict : b->strict || g->strict;
        term left = b->lower ? b->bound : g->bound, right = b->lower ? g->bound : b->bound;
        term a = term_2(t, strict ? OP_LT : OP_LE, left, right);
        if (!term_is_true(t, a)) vec_push(literals, a);
    }
}

/* Split off the literals that mention var. */
static void separate(projector *p, term_vec *literals, term var, term_vec *about) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < literals->size; i++)
        if (term_mentions(p->t, literals->data[i], var)) vec_push(about, literals->data[i]);
        else literals->data[kept++] = literals->data[i];
    literals->size = kept;
}

static bool by_linear_bounds(projector *p, const model *m, term_vec *literals, term var,
                             const term_vec *about) {
    bound_vec bounds = {0};
    bool good = true;
    for (uint32_t i = 0; good && i < about->size; i++)
        good = bounds_of(p, m, about->data[i], var, &bounds);
    if (good) resolve_bounds(p, &bounds, literals);
    clear_bounds(&bounds);
    return good;
}

/* var alone on one side of every comparison, all in one order: the tightest lower bound in the
 * model is taken for var. Exact: comparisons only, no arithmetic wraps. Strict bounds are left to
 * the model. */
static bool by_order(projector *p, const model *m, term_vec *literals, term var,
                     const term_vec *about) {
    terms *t = p->t;
    enum op order = OP_NONE;
    term best = {0};
    mpz_t top, here;
    mpz_inits(top, here, NULL);
    bool good = about->size > 0, upper = false;
    uint32_t width = term_width(t, var);
    for (uint32_t i = 0; good && i < about->size; i++) {
        bool positive = term_op(t, about->data[i]) != OP_NOT;
        term atom = negated(t, about->data[i]);
        enum op op = term_op(t, atom);
        bool is_strict = (op == OP_BVULT || op == OP_BVSLT) == positive;
        enum op family = op == OP_BVULE || op == OP_BVULT   ? OP_BVULE
                         : op == OP_BVSLE || op == OP_BVSLT ? OP_BVSLE
                                                            : OP_NONE;
        good = family != OP_NONE && (order == OP_NONE || order == family);
        if (!good) break;
        order = family;
        term a = term_arg(t, atom, positive ? 0 : 1),
             b = term_arg(t, atom, positive ? 1 : 0); /* a <= b or a < b */
        if (same(a, var) && !term_mentions(t, b, var)) {
            upper = true;
            continue;
        }
        good = same(b, var) && !term_mentions(t, a, var) && !is_strict;
        if (!good) break;
        good = term_get_mpz(t, value_to_term(p->pool, term_eval(p->eval, m, a)), here);
        if (order == OP_BVSLE && mpz_tstbit(here, width - 1)) mpz_combit(here, width - 1);
        else if (order == OP_BVSLE) mpz_setbit(here, width - 1);
        if (!best.id || mpz_cmp(here, top) > 0) {
            best = a;
            mpz_set(top, here);
        }
    }
    mpz_clears(top, here, NULL);
    if (!good) return false;
    if (!best.id && upper) { /* no lower bound: the least value serves */
        best = order == OP_BVULE
                   ? term_bv(t, width, 0)
                   : term_2(t, OP_BVSHL, term_bv(t, width, 1), term_bv(t, width, width - 1));
    }
    term_vec copy = {0};
    vec_append(&copy, about->data, about->size);
    replace(p, &copy, var, best);
    vec_append(literals, copy.data, copy.size);
    vec_release(&copy);
    return true;
}

static void by_value(projector *p, const model *m, term_vec *literals, term var, term_vec *about) {
    replace(p, about, var, value_to_term(p->pool, term_eval(p->eval, m, var)));
    vec_append(literals, about->data, about->size);
}

/* A Boolean variable that stands as a literal of its own just goes. */
static bool by_literal(projector *p, term_vec *literals, term var) {
    if (!term_is_bool(p->t, var)) return false;
    for (uint32_t i = 0; i < literals->size; i++) {
        if (!same(negated(p->t, literals->data[i]), var)) continue;
        replace(p, literals, var, term_bool(p->t, same(literals->data[i], var)));
        return true;
    }
    return false;
}

static void eliminate(projector *p, const model *m, term_vec *literals, term var, bool *exact) {
    term_vec about = {0};
    separate(p, literals, var, &about);
    enum sort_kind kind = sort_kind_of(p->t, term_sort(p->t, var));
    bool done = about.size == 0;
    if (!done && (kind == SORT_INT || kind == SORT_REAL)) {
        done = by_linear_bounds(p, m, literals, var, &about);
        if (done) *exact = *exact && about.size < 3; /* one pair of bounds resolves exactly */
    }
    if (!done && kind == SORT_BV) done = by_order(p, m, literals, var, &about);
    if (!done) {
        by_value(p, m, literals, var, &about);
        *exact = false;
    }
    vec_release(&about);
}

/* Literals that became false would make the result empty, and it must hold in the model. */
static bool all_hold(projector *p, const model *m, const term_vec *literals) {
    for (uint32_t i = 0; i < literals->size; i++)
        if (!term_holds(p->eval, m, literals->data[i])) return false;
    return true;
}

void term_project(projector *p, const model *m, term_vec *literals, const term_vec *vars,
                  bool *exact) {
    LOG("term", "project %u variables from %u literals", vars->size, literals->size);
    term_vec left = {0};
    vec_append(&left, vars->data, vars->size);
    for (bool progress = true;
         progress;) { /* equations first: they are exact and may free others */
        progress = false;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < left.size; i++) {
            if (by_literal(p, literals, left.data[i]) || by_equation(p, literals, left.data[i]))
                progress = true;
            else left.data[kept++] = left.data[i];
        }
        left.size = kept;
    }
    for (uint32_t i = 0; i < left.size; i++) eliminate(p, m, literals, left.data[i], exact);
    require(all_hold(p, m, literals), "a projection that does not hold in its model");
    vec_release(&left);
}
