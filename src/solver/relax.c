#include "base/wide.h"
#include "base/log.h"
#include "solver/relax.h"

#include "base/fail.h"
#include "solver/nonlinear.h"
#include "term/range.h"

#include <math.h>

enum {
    WIDEST = 80 /* bits of a word that is followed */,
    LEAST_ERROR = -150 /* exponent of the smallest rounding error that is distinguished */
};

/* What stands for a term. Bool: a Bool. BV: an Int. FP: a Real, which counts where no flag is set.
 * Others: none. */

typedef struct {
    term number, nan, above, below; /* above, below: the infinities */
    term def;                       /* what the new variables in here obey; none: nothing */
    range range;                    /* FP: where `within` holds, the float is in it */
    term within;                    /* none: no finite range is known */
    /* Where `within` holds, it is `exact`, a sum of other floats' numbers, with an error of at most
     * `slack`: sums of sums need nothing new but one variable for the whole. */
    term exact, slack; /* none: the number itself, without error */
    /* A word: an integer that equals it modulo 2^width, from lo to hi; `number`, from 0 to 2^width
     * - 1, and `by_sign`, the signed one, are made where they are asked for. */
    term plain, by_sign;
    wide lo, hi;
} relaxed;

/* What is known of a variable before anything is translated. */
typedef struct {
    term low, high;   /* asserted; none: not */
    term least, most; /* constants that it is compared with; none: with no constant */
} comparisons;

typedef struct {
    terms *t;
    map compared_of; /* term id -> index into compared */
    vec(comparisons) compared;
    map view_of; /* term id -> index into views */
    vec(relaxed) views;
    term_vec todo;
    nonlinear nonlinear; /* products and remainders of what is not constant */
} relaxation;

/* ---- numbers ---- */

static term number_of(terms *t, sort s, long mantissa, long exponent) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, mantissa, 1);
    if (exponent >= 0) mpq_mul_2exp(q, q, (mp_bitcnt_t)exponent);
    else mpq_div_2exp(q, q, (mp_bitcnt_t)-exponent);
    term a = term_number(t, s, q);
    mpq_clear(q);
    return a;
}

static term real_power(terms *t, long e) { return number_of(t, sort_real(t), 1, e); }
static term int_power(terms *t, long e) { return number_of(t, sort_int(t), 1, e); }
static term real_zero(terms *t) { return number_of(t, sort_real(t), 0, 0); }
static term plus(terms *t, term a, term b) { return term_2(t, OP_ADD, a, b); }
static term minus(terms *t, term a, term b) { return term_2(t, OP_SUB, a, b); }
static term times(terms *t, term a, term b) { return term_2(t, OP_MUL, a, b); }
static term at_most(terms *t, term a, term b) { return term_2(t, OP_LE, a, b); }
static term less(terms *t, term a, term b) { return term_not(t, at_most(t, b, a)); }
static term and_3(terms *t, term a, term b, term c) { return term_and_n(t, 3, (term[]){a, b, c}); }
static term or_3(terms *t, term a, term b, term c) { return term_or_n(t, 3, (term[]){a, b, c}); }
static term between(terms *t, term low, term a, term high) {
    return term_and(t, at_most(t, low, a), at_most(t, a, high));
}

/* ---- floats ---- */

static term is_finite(terms *t, const relaxed *a) {
    return term_not(t, or_3(t, a->nan, a->above, a->below));
}

/* The largest float. */
static term largest(terms *t, sort s) {
    long sb = sort_sb(t, s), bias = (1l << (sort_eb(t, s) - 1)) - 1;
    return minus(t, real_power(t, bias + 1), real_power(t, bias + 1 - sb));
}

static long least_exponent(const terms *t, sort s) {
    return 2 - (1l << (sort_eb(t, s) - 1));
} /* of normal floats */
static term smallest(terms *t, sort s) {
    return real_power(t, least_exponent(t, s) - (long)sort_sb(t, s) + 1);
}

static term at_most_one(terms *t, term a, term b, term c) {
    return term_not(t, or_3(t, term_and(t, a, b), term_and(t, a, c), term_and(t, b, c)));
}

/* Any float. */
static relaxed any_float(terms *t, sort s) {
    relaxed v = {.number = term_fresh(t, "real", sort_real(t)),
                 .nan = term_fresh(t, "nan", sort_bool(t)),
                 .above = term_fresh(t, "above", sort_bool(t)),
                 .below = term_fresh(t, "below", sort_bool(t))};
    term most = largest(t, s);
    v.def = term_and(t, at_most_one(t, v.nan, v.above, v.below),
                     between(t, minus(t, real_zero(t), most), v.number, most));
    return v;
}

static bool is_finite_constant(terms *t, term a) {
    return a.id && !term_is_true(t, term_1(t, OP_FP_IS_NAN, a)) &&
           !term_is_true(t, term_1(t, OP_FP_IS_INF, a));
}

static bool is_bounded(terms *t, const range *r) {
    return r->kind == RANGE_FP && !r->empty && !r->nan && r->number &&
           is_finite_constant(t, r->lo) && is_finite_constant(t, r->hi);
}

static term in_range(terms *t, const range *r, term number) {
    return between(t, term_1(t, OP_FP_TO_REAL, r->lo), number, term_1(t, OP_FP_TO_REAL, r->hi));
}

/* A float that is in the range for certain. */
static relaxed ranged_float(terms *t, const range *r) {
    term number = term_fresh(t, "real", sort_real(t)), no = term_false(t);
    return (relaxed){.number = number,
                     .nan = no,
                     .above = no,
                     .below = no,
                     .def = in_range(t, r, number),
                     .range = *r,
                     .within = term_true(t)};
}

static relaxed constant_float(terms *t, term a) {
    term none = term_false(t), infinite = term_1(t, OP_FP_IS_INF, a),
         negative = term_1(t, OP_FP_IS_NEG, a);
    relaxed v = {.number = term_1(t, OP_FP_TO_REAL, a),
                 .nan = term_1(t, OP_FP_IS_NAN, a),
                 .above = none,
                 .below = none};
    v.above = term_and(t, infinite, term_not(t, negative));
    v.below = term_and(t, infinite, negative);
    v.range = range_constant(t, a);
    if (is_bounded(t, &v.range)) v.within = term_true(t);
    return v;
}

/* Rounding to nearest errs by half a unit in the last place, the other modes by one. */
static term unit(terms *t, sort s, bool nearest) {
    return real_power(t, nearest ? -(long)sort_sb(t, s) : 1 - (long)sort_sb(t, s));
}

/* |r - x| <= u * x + least, and r is not negative: for x >= 0. */
static term near(terms *t, term x, term r, term u, term least) {
    term slack = plus(t, times(t, u, x), least);
    return and_3(t, at_most(t, minus(t, x, slack), r), at_most(t, r, plus(t, x, slack)),
                 at_most(t, real_zero(t), r));
}

typedef struct {
    bool nearest;
    bool exact_below; /* results in the range of subnormal floats are exact */
} rounding_error;

/* Where `given`, v is x rounded; otherwise v is any float. */
static relaxed rounded(terms *t, sort s, term x, term given, rounding_error e) {
    relaxed v = any_float(t, s);
    term most = largest(t, s), none = real_zero(t), least = e.exact_below ? none : smallest(t, s),
         u = unit(t, s, e.nearest);
    term negated = minus(t, none, x), result = minus(t, none, v.number);
    term in_range = between(t, minus(t, none, most), x, most);
    term error = term_ite(t, at_most(t, none, x), near(t, x, v.number, u, least),
                          near(t, negated, result, u, least));
    term too_large = term_implies(
        t, is_finite(t, &v),
        term_ite(t, at_most(t, none, x), term_eq(t, v.number, most), term_eq(t, result, most)));
    term signs = term_and(t, term_implies(t, less(t, none, x), term_not(t, v.below)),
                          term_implies(t, less(t, x, none), term_not(t, v.above)));
    term when = and_3(t, term_not(t, v.nan), signs,
                      term_ite(t, in_range, term_and(t, is_finite(t, &v), error), too_large));
    v.def = term_and(t, v.def, term_implies(t, given, when));
    return v;
}

/* NaN of an argument is NaN of the result. */
static void pass_nan(terms *t, relaxed *v, const relaxed *a) {
    v->def = term_and(t, v->def, term_implies(t, a->nan, v->nan));
}

static bool finite_constant(terms *t, const relaxed *a, term *number) {
    *number = a->number;
    return term_is_const(t, a->number) && term_is_true(t, is_finite(t, a));
}

/* a * b where one of them is a constant; none: not linear. */
static term product(terms *t, const relaxed *a, const relaxed *b) {
    term c;
    if (finite_constant(t, a, &c)) return times(t, c, b->number);
    if (finite_constant(t, b, &c)) return times(t, c, a->number);
    return (term){0};
}

static term quotient(terms *t, const relaxed *a, const relaxed *b) {
    term c;
    if (!finite_constant(t, b, &c) || same(c, real_zero(t))) return (term){0};
    return times(t, term_2(t, OP_DIVIDE, number_of(t, sort_real(t), 1, 0), c), a->number);
}

static term exact_result(terms *t, enum op op, relaxed *const *v) {
    switch (op) {
    case OP_FP_ADD: return plus(t, v[0]->number, v[1]->number);
    case OP_FP_SUB: return minus(t, v[0]->number, v[1]->number);
    case OP_FP_MUL: return product(t, v[0], v[1]);
    case OP_FP_DIV: return quotient(t, v[0], v[1]);
    case OP_FP_FMA: {
        term p = product(t, v[0], v[1]);
        return p.id ? plus(t, p, v[2]->number) : p;
    }
    default: return (term){0};
    }
}

static term absolute_number(terms *t, term c) {
    return term_is_true(t, at_most(t, real_zero(t), c)) ? c : minus(t, real_zero(t), c);
}

/* The exact sum, product or quotient of what the arguments are without their own errors, and how
 * far theirs lead away; none: not linear. */
static term chained(terms *t, enum op op, relaxed *const *v, uint32_t n, term *slack) {
    relaxed plain[3], errors[3];
    relaxed *p[3], *q[3];
    for (uint32_t i = 0; i < n && i < 3; i++) {
        plain[i] = errors[i] = *v[i];
        if (v[i]->exact.id) plain[i].number = v[i]->exact;
        bool factor = term_is_const(t, v[i]->number) &&
                      (op == OP_FP_MUL || op == OP_FP_DIV || (op == OP_FP_FMA && i < 2));
        errors[i].number = factor           ? absolute_number(t, v[i]->number)
                           : v[i]->slack.id ? v[i]->slack
                                            : real_zero(t);
        p[i] = &plain[i];
        q[i] = &errors[i];
    }
    *slack = exact_result(t, op == OP_FP_SUB ? OP_FP_ADD : op, q);
    return exact_result(t, op, p);
}

static bool is_nearest(const terms *t, term mode) {
    return term_op(t, mode) == OP_RM &&
           (term_get_rm(t, mode) == RNE || term_get_rm(t, mode) == RNA);
}

/* The largest magnitude in the range. */
static term magnitude(terms *t, const range *r) {
    term low = minus(t, real_zero(t), term_1(t, OP_FP_TO_REAL, r->lo)),
         high = term_1(t, OP_FP_TO_REAL, r->hi);
    return term_is_true(t, at_most(t, low, high)) ? high : low;
}

/* The range of the result and where it holds; false: none is known. */
static bool result_range(terms *t, term a, relaxed *const *args, uint32_t n, range *out,
                         term *within) {
    range *ranges = mem_zero(n * sizeof *ranges);
    bool known = true;
    *within = term_true(t);
    for (uint32_t i = 0; i < n && known; i++) {
        bool is_float = sort_is_fp(t, term_sort(t, term_arg(t, a, i)));
        known = !is_float || args[i]->within.id;
        ranges[i] = is_float ? args[i]->range : range_top(t, term_sort(t, term_arg(t, a, i)));
        if (is_float && known) *within = term_and(t, *within, args[i]->within);
    }
    if (known) *out = range_apply_fp(t, a, ranges);
    mem_free(ranges);
    return known && is_bounded(t, out);
}

/* At least x > 0, and short: exact errors have denominators of a thousand bits. */
static term rounded_up(terms *t, term x) {
    mpq_t q;
    int exponent;
    mpq_init(q);
    term_get_mpq(t, x, q);
    double mantissa = frexp(fmax(mpq_get_d(q), ldexp(1, LEAST_ERROR)), &exponent);
    mpq_clear(q);
    return number_of(t, sort_real(t), (long)ceil(ldexp(mantissa, 10)) + 1, exponent - 10);
}

/* Where `within`, v is in the range, and x (none: anything in it) with an error of at most slack
 * and one rounding more. */
static relaxed rounded_in(terms *t, sort s, term x, term slack, const range *r, term within,
                          rounding_error e) {
    relaxed v = term_is_true(t, within) ? ranged_float(t, r) : any_float(t, s);
    term least = e.exact_below ? real_zero(t) : smallest(t, s);
    term error = rounded_up(t, plus(t, times(t, unit(t, s, e.nearest), magnitude(t, r)), least));
    v.range = *r;
    v.within = within;
    if (!e.nearest && term_is_true(t, at_most(t, largest(t, s), magnitude(t, r))))
        x = (term){0}; /* it may be cut off there */
    if (x.id) {
        v.exact = x;
        v.slack = rounded_up(t, plus(t, slack, error));
    }
    term close =
        x.id ? between(t, minus(t, x, v.slack), v.number, plus(t, x, v.slack)) : term_true(t);
    v.def = term_and(
        t, v.def,
        term_implies(t, within, and_3(t, is_finite(t, &v), in_range(t, r, v.number), close)));
    return v;
}

/* The first argument is the rounding mode. */
static relaxed arithmetic(terms *t, term a, relaxed *const *args, uint32_t n) {
    enum op op = term_op(t, a);
    term x = exact_result(t, op, args + 1), given = term_true(t), within, slack;
    range r;
    rounding_error e = {is_nearest(t, term_arg(t, a, 0)), op == OP_FP_ADD || op == OP_FP_SUB};
    for (uint32_t i = 1; i < n; i++) given = term_and(t, given, is_finite(t, args[i]));
    relaxed v;
    if (result_range(t, a, args, n, &r, &within)) {
        term y = chained(t, op, args + 1, n - 1, &slack);
        v = rounded_in(t, term_sort(t, a), y, slack, &r, within, e);
    } else v = x.id ? rounded(t, term_sort(t, a), x, given, e) : any_float(t, term_sort(t, a));
    for (uint32_t i = 1; i < n; i++) pass_nan(t, &v, args[i]);
    return v;
}

static relaxed converted_float(terms *t, term a, relaxed *const *args) {
    sort to = term_sort(t, a), from = term_sort(t, term_arg(t, a, 1));
    const relaxed *x = args[1];
    range r;
    term within;
    bool known = result_range(t, a, args, 2, &r, &within);
    rounding_error e = {is_nearest(t, term_arg(t, a, 0)), false};
    if (sort_eb(t, to) >= sort_eb(t, from) && sort_sb(t, to) >= sort_sb(t, from)) {
        relaxed wider = {.number = x->number, .nan = x->nan, .above = x->above, .below = x->below};
        if (known)
            wider.range = r, wider.within = within, wider.exact = x->exact, wider.slack = x->slack;
        return wider;
    }
    term y = x->exact.id ? x->exact : x->number, slack = x->slack.id ? x->slack : real_zero(t);
    relaxed v = known ? rounded_in(t, to, y, slack, &r, within, e)
                      : rounded(t, to, x->number, is_finite(t, x), e);
    pass_nan(t, &v, x);
    v.def = term_and(t, v.def,
                     and_3(t, term_implies(t, x->above, v.above),
                           term_implies(t, x->below, v.below), term_implies(t, v.nan, x->nan)));
    return v;
}

/* The range of a result that is exact. */
static void set_range(terms *t, term a, relaxed *const *args, relaxed *v) {
    range r;
    term within;
    if (result_range(t, a, args, term_arity(t, a), &r, &within)) v->range = r, v->within = within;
}

static relaxed negated_float(terms *t, term a, relaxed *const *args) {
    const relaxed *x = args[0];
    relaxed v = {.number = minus(t, real_zero(t), x->number),
                 .nan = x->nan,
                 .above = x->below,
                 .below = x->above};
    set_range(t, a, args, &v);
    if (x->exact.id) v.exact = minus(t, real_zero(t), x->exact), v.slack = x->slack;
    return v;
}

static relaxed absolute_float(terms *t, term a, relaxed *const *args) {
    const relaxed *x = args[0];
    term number = term_ite(t, at_most(t, real_zero(t), x->number), x->number,
                           minus(t, real_zero(t), x->number));
    relaxed v = {.number = number,
                 .nan = x->nan,
                 .above = term_or(t, x->above, x->below),
                 .below = term_false(t)};
    set_range(t, a, args, &v);
    return v;
}

static relaxed chosen_float(terms *t, term c, const relaxed *a, const relaxed *b) {
    relaxed v = {.number = term_ite(t, c, a->number, b->number),
                 .nan = term_ite(t, c, a->nan, b->nan),
                 .above = term_ite(t, c, a->above, b->above),
                 .below = term_ite(t, c, a->below, b->below)};
    if (!a->within.id || !b->within.id) return v;
    v.range = range_join(t, &a->range, &b->range);
    v.within = term_ite(t, c, a->within, b->within);
    return v;
}

/* ---- comparisons of floats ---- */

static term numbers_both(terms *t, const relaxed *a, const relaxed *b) {
    return term_not(t, term_or(t, a->nan, b->nan));
}

static term float_at_most(terms *t, const relaxed *a, const relaxed *b) {
    term finite_case = and_3(t, is_finite(t, a), is_finite(t, b), at_most(t, a->number, b->number));
    return term_and(t, numbers_both(t, a, b), or_3(t, a->below, b->above, finite_case));
}

static term float_less(terms *t, const relaxed *a, const relaxed *b) {
    return and_3(t, numbers_both(t, a, b), float_at_most(t, a, b),
                 term_not(t, float_at_most(t, b, a)));
}

static term float_equal(terms *t, const relaxed *a, const relaxed *b) {
    return term_and(t, float_at_most(t, a, b), float_at_most(t, b, a));
}

/* As bits: zeros have a sign that is not known here, so an equation of two zeros is open. */
static relaxed float_same(terms *t, const relaxed *a, const relaxed *b) {
    term e = term_fresh(t, "same", sort_bool(t));
    term same_class = and_3(t, term_eq(t, a->nan, b->nan), term_eq(t, a->above, b->above),
                            term_eq(t, a->below, b->below));
    term alike =
        term_and(t, same_class, term_implies(t, is_finite(t, a), term_eq(t, a->number, b->number)));
    term certain = term_and(
        t, alike,
        term_implies(t, is_finite(t, a), term_not(t, term_eq(t, a->number, real_zero(t)))));
    return (relaxed){.number = e,
                     .def = term_and(t, term_implies(t, e, alike), term_implies(t, certain, e))};
}

static term is_normal(terms *t, sort s, const relaxed *x) {
    term least = real_power(t, least_exponent(t, s));
    return term_and(t, is_finite(t, x),
                    term_or(t, at_most(t, least, x->number),
                            at_most(t, x->number, minus(t, real_zero(t), least))));
}

/* The sign bit: of zero it is open. `sign` is the number or its opposite. */
static relaxed has_sign(terms *t, const relaxed *x, term infinite, term sign) {
    term e = term_fresh(t, "sign", sort_bool(t)), none = real_zero(t);
    term yes = term_or(t, infinite, term_and(t, is_finite(t, x), less(t, none, sign)));
    term may = term_or(t, infinite, term_and(t, is_finite(t, x), at_most(t, none, sign)));
    return (relaxed){.number = e,
                     .def = term_and(t, term_implies(t, yes, e), term_implies(t, e, may))};
}

static relaxed float_class(terms *t, term a, const relaxed *x) {
    sort s = term_sort(t, term_arg(t, a, 0));
    term zero = term_and(t, is_finite(t, x), term_eq(t, x->number, real_zero(t)));
    switch (term_op(t, a)) {
    case OP_FP_IS_NAN: return (relaxed){.number = x->nan};
    case OP_FP_IS_INF: return (relaxed){.number = term_or(t, x->above, x->below)};
    case OP_FP_IS_ZERO: return (relaxed){.number = zero};
    case OP_FP_IS_NORMAL: return (relaxed){.number = is_normal(t, s, x)};
    case OP_FP_IS_SUBNORMAL:
        return (relaxed){.number = and_3(t, is_finite(t, x), term_not(t, zero),
                                         term_not(t, is_normal(t, s, x)))};
    case OP_FP_IS_NEG: return has_sign(t, x, x->below, minus(t, real_zero(t), x->number));
    default: return has_sign(t, x, x->above, x->number);
    }
}

static relaxed smaller_float(terms *t, const relaxed *a, const relaxed *b, bool smaller) {
    term first = smaller ? float_less(t, a, b) : float_less(t, b, a);
    return chosen_float(t, term_or(t, b->nan, term_and(t, term_not(t, a->nan), first)), a, b);
}

/* ---- words ---- */

static wide power(uint32_t width) { return (wide)1 << width; }

static term int_wide(terms *t, wide v) {
    mpq_t q;
    bool negative = v < 0;
    unsigned __int128 size = negative ? -(unsigned __int128)v : (unsigned __int128)v;
    mpq_init(q);
    mpz_set_ui(mpq_numref(q), (unsigned long)(size >> 64));
    mpz_mul_2exp(mpq_numref(q), mpq_numref(q), 64);
    mpz_add_ui(mpq_numref(q), mpq_numref(q), (unsigned long)size);
    if (negative) mpq_neg(q, q);
    term n = term_number(t, sort_int(t), q);
    mpq_clear(q);
    return n;
}

static relaxed word_within(terms *t, wide lo, wide hi) {
    term u = term_fresh(t, "word", sort_int(t));
    return (relaxed){
        .plain = u, .lo = lo, .hi = hi, .def = between(t, int_wide(t, lo), u, int_wide(t, hi))};
}

static relaxed any_word(terms *t, uint32_t width) { return word_within(t, 0, power(width) - 1); }

static relaxed constant_word(terms *t, term a) {
    mpz_t z;
    mpz_init(z);
    term_get_mpz(t, a, z);
    wide high = power(term_width(t, a)), v;
    mpz_t low;
    mpz_init(low);
    mpz_tdiv_r_2exp(low, z, 32);
    mpz_tdiv_q_2exp(z, z, 32);
    v = (wide)mpz_get_ui(z) * power(32) + mpz_get_ui(low);
    if (v >= high / 2) v -= high;
    mpz_clears(z, low, NULL);
    return (relaxed){.plain = int_wide(t, v), .lo = v, .hi = v};
}

static void also(term *def, terms *t, term more) {
    *def = def->id ? term_and(t, *def, more) : more;
}

/* The word as the number from `least` on that it equals modulo 2^width: by a case split where one
 * turn is enough. */
static term turned(terms *t, relaxed *x, uint32_t width, wide least) {
    wide most = least + power(width) - 1;
    if (x->lo >= least && x->hi <= most) return x->plain;
    if (x->lo >= least && x->hi <= most + power(width))
        return term_ite(t, at_most(t, x->plain, int_wide(t, most)), x->plain,
                        minus(t, x->plain, int_power(t, width)));
    if (x->lo >= least - power(width) && x->hi <= most)
        return term_ite(t, at_most(t, int_wide(t, least), x->plain), x->plain,
                        plus(t, x->plain, int_power(t, width)));
    relaxed v = word_within(t, least, most);
    term rounds = term_fresh(t, "rounds", sort_int(t));
    also(&x->def, t, v.def);
    also(&x->def, t, term_eq(t, x->plain, plus(t, v.plain, times(t, int_power(t, width), rounds))));
    return v.plain;
}

static term as_number(terms *t, relaxed *x, uint32_t width) {
    if (!x->number.id) x->number = turned(t, x, width, 0);
    return x->number;
}

/* The number that a word is as a signed one. */
static term by_sign(terms *t, relaxed *x, uint32_t width) {
    if (!x->by_sign.id) x->by_sign = turned(t, x, width, -power(width - 1));
    return x->by_sign;
}

/* Beyond this, no sum of sums is made. */
static bool too_large(wide lo, wide hi) { return lo < -power(100) || hi > power(100); }

static relaxed word_sum(terms *t, term a, relaxed *const *args, uint32_t n) {
    relaxed v = {.plain = term_int(t, 0)};
    for (uint32_t i = 0; i < n; i++) {
        v.plain = plus(t, v.plain, args[i]->plain);
        v.lo += args[i]->lo;
        v.hi += args[i]->hi;
    }
    return too_large(v.lo, v.hi) ? any_word(t, term_width(t, a)) : v;
}

/* A constant, with its sign, times another factor. */
static relaxed word_multiple(terms *t, term a, relaxed *const *args, uint32_t n) {
    uint32_t width = term_width(t, a);
    if (n != 2 || args[0]->lo != args[0]->hi) return any_word(t, width);
    wide by = args[0]->lo, lo = args[1]->lo, hi = args[1]->hi;
    if (too_large(lo * 8, hi * 8) || by > power(24) || by < -power(24)) return any_word(t, width);
    relaxed v = {.plain = times(t, int_wide(t, by), args[1]->plain),
                 .lo = by > 0 ? by * lo : by * hi,
                 .hi = by > 0 ? by * hi : by * lo};
    return too_large(v.lo, v.hi) ? any_word(t, width) : v;
}

static bool is_constant(const relaxed *x) { return x->lo == x->hi; }

/* The product of two words as that of two integers. */
static relaxed word_product(relaxation *r, term a, relaxed *const *args) {
    uint32_t width = term_width(r->t, a);
    if (width > 50) return any_word(r->t, width); /* sums would be too large */
    wide most = power(2 * width - 2);
    relaxed v = word_within(r->t, -most, most);
    term x = by_sign(r->t, args[0], width), y = by_sign(r->t, args[1], width);
    vec_push(&r->nonlinear.products, ((int_product){x, y, v.plain}));
    return v;
}

static relaxed word_remainder(relaxation *r, term a, relaxed *const *args) {
    terms *t = r->t;
    bool is_signed = term_op(t, a) == OP_BVSREM;
    uint32_t width = term_width(t, a);
    wide least = is_signed ? -power(width - 1) : 0;
    relaxed v = word_within(t, least, least + power(width) - 1);
    term of = (is_signed ? by_sign : as_number)(t, args[0], width);
    term by = (is_signed ? by_sign : as_number)(t, args[1], width);
    vec_push(&r->nonlinear.remainders, ((int_remainder){of, by, v.plain}));
    return v;
}

static bool is_product(const terms *t, term a, relaxed *const *args) {
    return term_op(t, a) == OP_BVMUL && term_arity(t, a) == 2 && !is_constant(args[0]) &&
           !is_constant(args[1]);
}

/* What is compared with a word. */
static void note_bound(relaxation *r, term a, relaxed *const *args) {
    bool order = term_op(r->t, a) == OP_BVSLE || term_op(r->t, a) == OP_BVSLT;
    for (uint32_t i = 0; order && i < 2; i++)
        if (is_constant(args[i])) nonlinear_bound(&r->nonlinear, args[i]->plain);
}

/* bits low .. high of x: x = above * 2^(high+1) + v * 2^low + rest. */
static relaxed word_slice(terms *t, term a, relaxed *x) {
    uint32_t high = term_index(t, a, 0), low = term_index(t, a, 1);
    if (!low) return (relaxed){.plain = x->plain, .lo = x->lo, .hi = x->hi};
    relaxed v = any_word(t, high - low + 1), rest = any_word(t, low);
    term above = term_fresh(t, "above", sort_int(t));
    term sum =
        plus(t, times(t, int_power(t, high + 1), above), times(t, int_power(t, low), v.plain));
    also(&v.def, t, rest.def);
    also(&v.def, t,
         term_eq(t, as_number(t, x, term_width(t, term_arg(t, a, 0))), plus(t, sum, rest.plain)));
    return v;
}

static relaxed word_joined(terms *t, term a, relaxed *const *args, uint32_t n) {
    term whole = term_int(t, 0);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t width = term_width(t, term_arg(t, a, i));
        whole = plus(t, times(t, int_power(t, width), whole), as_number(t, args[i], width));
    }
    return (relaxed){.plain = whole, .hi = power(term_width(t, a)) - 1};
}

static wide larger(wide a, wide b) { return a > b ? a : b; }
static wide smaller(wide a, wide b) { return a < b ? a : b; }

/* The number that x is, from `least` on; its range where it did not turn. */
static relaxed extended(relaxed *x, uint32_t from, term as, wide least) {
    wide most = least + power(from) - 1;
    bool inside = x->lo >= least && x->hi <= most;
    return (relaxed){.plain = as, .lo = inside ? x->lo : least, .hi = inside ? x->hi : most};
}

static relaxed word_extended(terms *t, term a, relaxed *x) {
    uint32_t from = term_width(t, term_arg(t, a, 0));
    if (term_op(t, a) == OP_ZERO_EXTEND) return extended(x, from, as_number(t, x, from), 0);
    return extended(x, from, by_sign(t, x, from), -power(from - 1));
}

static relaxed word_chosen(terms *t, term condition, const relaxed *x, const relaxed *y) {
    return (relaxed){.plain = term_ite(t, condition, x->plain, y->plain),
                     .lo = smaller(x->lo, y->lo),
                     .hi = larger(x->hi, y->hi)};
}

/* Equal modulo 2^width: equal, where both lie within one turn. */
static term words_equal(terms *t, relaxed *x, relaxed *y, uint32_t width) {
    if (larger(x->hi, y->hi) - smaller(x->lo, y->lo) < power(width))
        return term_eq(t, x->plain, y->plain);
    return term_eq(t, as_number(t, x, width), as_number(t, y, width));
}

static term leaves_range(terms *t, term x, term low, term high) {
    return term_not(t, between(t, low, x, minus(t, high, term_int(t, 1))));
}

static term overflows(terms *t, term a, relaxed *const *args) {
    uint32_t w = term_width(t, term_arg(t, a, 0));
    term half = int_power(t, w - 1), u = as_number(t, args[0], w), v = as_number(t, args[1], w);
    if (term_op(t, a) == OP_BVUADDO)
        return leaves_range(t, plus(t, u, v), term_int(t, 0), int_power(t, w));
    term x = by_sign(t, args[0], w), y = by_sign(t, args[1], w);
    return leaves_range(t, term_op(t, a) == OP_BVSADDO ? plus(t, x, y) : minus(t, x, y),
                        minus(t, term_int(t, 0), half), half);
}

static term float_source(terms *t, term a, relaxed *x) {
    uint32_t w = term_width(t, term_arg(t, a, 1));
    return term_1(t, OP_TO_REAL,
                  term_op(t, a) == OP_FP_FROM_SBV ? by_sign(t, x, w) : as_number(t, x, w));
}

static relaxed float_of_word(terms *t, term a, relaxed *x) {
    term number = float_source(t, a, x), no = term_false(t);
    bool fits = term_width(t, term_arg(t, a, 1)) <= sort_sb(t, term_sort(t, a)) &&
                sort_eb(t, term_sort(t, a)) >= 8;
    if (fits) {
        relaxed v = {.number = number, .nan = no, .above = no, .below = no};
        set_range(t, a, (relaxed *[]){NULL, x}, &v);
        return v;
    }
    return rounded(t, term_sort(t, a), number, term_true(t),
                   (rounding_error){is_nearest(t, term_arg(t, a, 0)), true});
}

/* Within the range, less than one away from the float. */
static relaxed word_of_float(terms *t, term a, const relaxed *x) {
    uint32_t w = term_width(t, a);
    bool is_signed = term_op(t, a) == OP_FP_TO_SBV;
    relaxed v = any_word(t, w);
    term one = real_power(t, 0), high = real_power(t, is_signed ? (long)w - 1 : (long)w),
         low = is_signed ? minus(t, real_zero(t), high) : real_zero(t);
    term n = term_1(t, OP_TO_REAL, is_signed ? by_sign(t, &v, w) : as_number(t, &v, w));
    term inside = and_3(t, is_finite(t, x), at_most(t, low, x->number),
                        at_most(t, x->number, minus(t, high, one)));
    term close =
        term_and(t, less(t, minus(t, x->number, one), n), less(t, n, plus(t, x->number, one)));
    v.def = term_and(t, v.def, term_implies(t, inside, close));
    return v;
}

/* ---- terms ---- */

static relaxed unknown(terms *t, sort s) {
    switch (sort_kind_of(t, s)) {
    case SORT_BOOL: return (relaxed){.number = term_fresh(t, "truth", s)};
    case SORT_BV:
        if (sort_width(t, s) <= WIDEST) return any_word(t, sort_width(t, s));
        return (relaxed){.plain = term_fresh(t, "word", sort_int(t))};
    case SORT_FP: return any_float(t, s);
    default: return (relaxed){0};
    }
}

static bool followed(const terms *t, sort s) {
    return sort_kind_of(t, s) != SORT_BV || sort_width(t, s) <= WIDEST;
}

static relaxed constant_view(terms *t, term a) {
    switch (sort_kind_of(t, term_sort(t, a))) {
    case SORT_BOOL: return (relaxed){.number = a};
    case SORT_BV:
        return followed(t, term_sort(t, a)) ? constant_word(t, a) : unknown(t, term_sort(t, a));
    case SORT_FP: return constant_float(t, a);
    default: return (relaxed){0};
    }
}

static relaxed equation(terms *t, term a, relaxed *const *args) {
    switch (sort_kind_of(t, term_sort(t, term_arg(t, a, 0)))) {
    case SORT_BOOL: return (relaxed){.number = term_eq(t, args[0]->number, args[1]->number)};
    case SORT_BV:
        return (relaxed){.number =
                             words_equal(t, args[0], args[1], term_width(t, term_arg(t, a, 0)))};
    case SORT_FP: return float_same(t, args[0], args[1]);
    default: return unknown(t, sort_bool(t));
    }
}

static relaxed connective(terms *t, term a, relaxed *const *args, uint32_t n) {
    term_vec parts = {0};
    for (uint32_t i = 0; i < n; i++) vec_push(&parts, args[i]->number);
    relaxed v = {.number = term_app(t, term_op(t, a), n, parts.data)};
    vec_release(&parts);
    return v;
}

static relaxed choice(terms *t, term a, relaxed *const *args) {
    if (sort_kind_of(t, term_sort(t, a)) == SORT_FP)
        return chosen_float(t, args[0]->number, args[1], args[2]);
    if (sort_is_bv(t, term_sort(t, a))) return word_chosen(t, args[0]->number, args[1], args[2]);
    if (!args[1]->number.id) return (relaxed){0};
    return (relaxed){.number = term_ite(t, args[0]->number, args[1]->number, args[2]->number)};
}

static relaxed compound(terms *t, term a, relaxed *const *args, uint32_t n) {
    uint32_t width = n ? term_width(t, term_arg(t, a, 0)) : 0;
    if (op_is_float_class(term_op(t, a))) return float_class(t, a, args[0]);
    switch (term_op(t, a)) {
    case OP_NOT:
    case OP_AND:
    case OP_OR: return connective(t, a, args, n);
    case OP_EQ: return equation(t, a, args);
    case OP_ITE: return choice(t, a, args);
    case OP_BVADD: return word_sum(t, a, args, n);
    case OP_BVMUL: return word_multiple(t, a, args, n);
    case OP_BVNOT:
        return (relaxed){.plain = minus(t, term_int(t, -1), args[0]->plain),
                         .lo = -1 - args[0]->hi,
                         .hi = -1 - args[0]->lo};
    case OP_BVNEG:
        return (relaxed){.plain = minus(t, term_int(t, 0), args[0]->plain),
                         .lo = -args[0]->hi,
                         .hi = -args[0]->lo};
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND: return word_extended(t, a, args[0]);
    case OP_EXTRACT: return word_slice(t, a, args[0]);
    case OP_CONCAT: return word_joined(t, a, args, n);
    case OP_BVULT:
        return (relaxed){.number =
                             less(t, as_number(t, args[0], width), as_number(t, args[1], width))};
    case OP_BVULE:
        return (relaxed){
            .number = at_most(t, as_number(t, args[0], width), as_number(t, args[1], width))};
    case OP_BVSLT:
        return (relaxed){.number = less(t, by_sign(t, args[0], width), by_sign(t, args[1], width))};
    case OP_BVSLE:
        return (relaxed){.number =
                             at_most(t, by_sign(t, args[0], width), by_sign(t, args[1], width))};
    case OP_BVUADDO:
    case OP_BVSADDO:
    case OP_BVSSUBO: return (relaxed){.number = overflows(t, a, args)};
    case OP_FP_NEG: return negated_float(t, a, args);
    case OP_FP_ABS: return absolute_float(t, a, args);
    case OP_FP_ADD:
    case OP_FP_SUB:
    case OP_FP_MUL:
    case OP_FP_DIV:
    case OP_FP_FMA:
    case OP_FP_SQRT: return arithmetic(t, a, args, n);
    case OP_FP_MIN: return smaller_float(t, args[0], args[1], true);
    case OP_FP_MAX: return smaller_float(t, args[0], args[1], false);
    case OP_FP_LE: return (relaxed){.number = float_at_most(t, args[0], args[1])};
    case OP_FP_LT: return (relaxed){.number = float_less(t, args[0], args[1])};
    case OP_FP_EQ: return (relaxed){.number = float_equal(t, args[0], args[1])};
    case OP_FP_FROM_FP: return converted_float(t, a, args);
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV: return float_of_word(t, a, args[1]);
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV: return word_of_float(t, a, args[1]);
    default: return unknown(t, term_sort(t, a));
    }
}

/* Words that are too wide, reals and arrays are not followed. */
static bool all_followed(const terms *t, term a) {
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (!followed(t, term_sort(t, term_arg(t, a, i)))) return false;
    return followed(t, term_sort(t, a));
}

static relaxed *known(relaxation *r, term a) {
    uint64_t at;
    return map_get(&r->view_of, a.id, &at) ? &r->views.data[at] : NULL;
}

/* ---- ranges of variables ---- */

static range between_constants(terms *t, term low, term high) {
    range a = range_constant(t, low), b = range_constant(t, high);
    return range_join(t, &a, &b);
}

static relaxed float_variable(relaxation *r, term a) {
    terms *t = r->t;
    uint64_t at;
    sort s = term_sort(t, a);
    if (!map_get(&r->compared_of, a.id, &at)) return any_float(t, s);
    const comparisons *c = &r->compared.data[at];
    if (c->low.id && c->high.id && constant_le(t, c->low, c->high)) {
        range certain = between_constants(t, c->low, c->high);
        return ranged_float(t, &certain);
    }
    relaxed v = any_float(t, s);
    if (!c->least.id || same(c->least, c->most)) return v;
    v.range = between_constants(t, c->least, c->most);
    v.within = term_and(t, is_finite(t, &v), in_range(t, &v.range, v.number));
    return v;
}

static comparisons *compared(relaxation *r, term var) {
    uint64_t at;
    if (!map_get(&r->compared_of, var.id, &at)) {
        map_set(&r->compared_of, var.id, at = r->compared.size);
        vec_push(&r->compared, (comparisons){0});
    }
    return &r->compared.data[at];
}

static bool is_comparison(const terms *t, term a) {
    enum op op = term_op(t, a);
    return op == OP_FP_LE || op == OP_FP_LT || op == OP_FP_EQ;
}

/* Of `x <= c` or `c <= x` (strictly or not): x and c; false: it is neither. */
static bool against_constant(terms *t, term atom, term *x, term *c, bool *above) {
    if (!is_comparison(t, atom)) return false;
    term a = term_arg(t, atom, 0), b = term_arg(t, atom, 1);
    *above = term_is_const(t, b);
    *x = *above ? a : b;
    *c = *above ? b : a;
    return term_is_var(t, *x) && term_is_const(t, *c) && is_finite_constant(t, *c);
}

static void note_comparison(relaxation *r, term atom) {
    term x, c;
    bool above;
    if (!against_constant(r->t, atom, &x, &c, &above)) return;
    comparisons *k = compared(r, x);
    k->least = k->least.id ? constant_min(r->t, k->least, c) : c;
    k->most = k->most.id ? constant_max(r->t, k->most, c) : c;
}

/* An atom that is asserted: its variable is no NaN, and on one side of the constant. */
static void note_asserted(relaxation *r, term atom) {
    term x, c;
    bool above;
    if (!against_constant(r->t, atom, &x, &c, &above)) return;
    comparisons *k = compared(r, x);
    bool equal = term_op(r->t, atom) == OP_FP_EQ;
    if (above || equal) k->high = k->high.id ? constant_min(r->t, k->high, c) : c;
    if (!above || equal) k->low = k->low.id ? constant_max(r->t, k->low, c) : c;
}

static void note_all(relaxation *r, uint32_t n, const term *asserted) {
    term_vec parts = {0};
    map seen = {0};
    for (uint32_t i = 0; i < n; i++) term_conjuncts(r->t, asserted[i], &parts);
    for (uint32_t i = 0; i < parts.size; i++) note_asserted(r, parts.data[i]);
    vec_append(&r->todo, asserted, n);
    while (r->todo.size) {
        term a = vec_pop(&r->todo);
        uint64_t ignored;
        if (map_get(&seen, a.id, &ignored)) continue;
        map_set(&seen, a.id, 1);
        note_comparison(r, a);
        for (uint32_t i = 0; i < term_arity(r->t, a); i++) vec_push(&r->todo, term_arg(r->t, a, i));
    }
    vec_release(&parts);
    map_release(&seen);
}

/* ---- all of it ---- */

static relaxed view_of(relaxation *r, term a) {
    terms *t = r->t;
    uint32_t n = term_arity(t, a);
    if (term_is_const(t, a)) return constant_view(t, a);
    if (term_is_var(t, a) && sort_is_fp(t, term_sort(t, a))) return float_variable(r, a);
    if (!n || !all_followed(t, a)) return unknown(t, term_sort(t, a));
    relaxed **args = mem_zero(n * sizeof *args);
    for (uint32_t i = 0; i < n; i++) args[i] = known(r, term_arg(t, a, i));
    note_bound(r, a, args);
    bool remainder = term_op(t, a) == OP_BVUREM || term_op(t, a) == OP_BVSREM;
    relaxed v = remainder                ? word_remainder(r, a, args)
                : is_product(t, a, args) ? word_product(r, a, args)
                                         : compound(t, a, args, n);
    mem_free(args);
    return v;
}

/* Push the arguments that have no view yet; false where there is one. */
static bool arguments_known(relaxation *r, term a) {
    bool all = true;
    for (uint32_t i = 0; i < term_arity(r->t, a); i++) {
        term x = term_arg(r->t, a, i);
        if (known(r, x)) continue;
        vec_push(&r->todo, x);
        all = false;
    }
    return all;
}

static void make_views(relaxation *r, term a) {
    vec_push(&r->todo, a);
    while (r->todo.size) {
        term x = vec_last(&r->todo);
        if (!known(r, x)) {
            if (!arguments_known(r, x)) continue;
            relaxed v = view_of(r, x);
            map_set(&r->view_of, x.id, r->views.size);
            vec_push(&r->views, v);
        }
        r->todo.size--;
    }
}

/* Does x, a variable of its own, speak of its argument y by what y is made of only? */
static bool passes_through(relaxation *r, term x, term y) {
    const relaxed *v = known(r, x), *w = known(r, y);
    return v->exact.id && w->exact.id && term_is_var(r->t, v->number) &&
           !same(v->number, w->number);
}

/* The definitions of what is mentioned; not of floats that only sums are made of. */
static void define(relaxation *r, term root, map *seen, term_vec *out) {
    enum { WALKED = 1, DEFINED = 2 };
    vec_push(&r->todo, root);
    term_vec through = {0};
    while (r->todo.size || through.size) {
        bool needed = r->todo.size > 0;
        term x = needed ? vec_pop(&r->todo) : vec_pop(&through);
        uint64_t state = map_find(seen, x.id, 0);
        if (needed && !(state & DEFINED) && known(r, x)->def.id) vec_push(out, known(r, x)->def);
        map_set(seen, x.id, state | WALKED | (needed ? DEFINED : 0));
        if (state & WALKED) continue;
        for (uint32_t i = 0; i < term_arity(r->t, x); i++) {
            term y = term_arg(r->t, x, i);
            if (passes_through(r, x, y)) vec_push(&through, y);
            else vec_push(&r->todo, y);
        }
    }
    vec_release(&through);
}

void relax(terms *t, uint32_t n, const term *asserted, term_vec *forms, term_vec *rules) {
    assert_debug(terms_are_there(t, n, asserted));
    LOG("relax", "relax %u formulas", n);
    relaxation r = {.t = t};
    map seen = {0};
    note_all(&r, n, asserted);
    for (uint32_t i = 0; i < n; i++) make_views(&r, asserted[i]);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(forms, known(&r, asserted[i])->number);
        define(&r, asserted[i], &seen, rules);
    }
    nonlinear_rules(t, &r.nonlinear, rules);
    nonlinear_release(&r.nonlinear);
    map_release(&seen);
    map_release(&r.compared_of);
    vec_release(&r.compared);
    map_release(&r.view_of);
    vec_release(&r.views);
    vec_release(&r.todo);
}
