/* The icp backend, and boxes beside it: answers, models, cores, scopes; spans at their edges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "solver/icp/bound.h"
#include "solver/icp/span.h"
#include "solver/solver.h"

#include <math.h>

static term single(terms *t, double x) { return term_fp_double(t, sort_fp(t, 8, 24), x); }
static term product(terms *t, term a, term b) {
    return term_3(t, OP_FP_MUL, term_rm(t, RNE), a, b);
}
static term le(terms *t, term a, term b) { return term_2(t, OP_FP_LE, a, b); }

static solver *fresh(terms *t) { return solver_new(t, "icp", (solver_options){0}, NULL); }

/* x * (1 - x) <= 0.2500001 on [0, 1]: needs splitting, since intervals lose that both x are one. */
static void splits_a_parabola(void **state) {
    (void)state;
    terms *t = terms_new();
    term x = term_var(t, "x", sort_fp(t, 8, 24));
    term y = product(t, x, term_3(t, OP_FP_SUB, term_rm(t, RNE), single(t, 1), x));
    solver *s = fresh(t);
    solver_assert(s, le(t, single(t, 0), x));
    solver_assert(s, le(t, x, single(t, 1)));
    solver_push(s);
    solver_assert(s, le(t, single(t, 0.26), y));
    assert_int_equal(solver_check(s, 0, NULL), ANSWER_UNSAT);
    solver_pop(s);
    solver_assert(s, le(t, single(t, 0.2499), y));
    assert_int_equal(solver_check(s, 0, NULL), ANSWER_SAT);
    values *v = values_new(t);
    assert_true(value_is_true(solver_value(s, v, le(t, single(t, 0.2499), y))));
    values_delete(v);
    solver_delete(s);
    terms_delete(t);
}

static void core_leaves_out_what_is_not_needed(void **state) {
    (void)state;
    terms *t = terms_new();
    sort f = sort_fp(t, 8, 24);
    term x = term_var(t, "x", f), y = term_var(t, "y", f);
    term all[] = {le(t, y, single(t, 3)), le(t, single(t, 2), x),
                  le(t, product(t, x, x), single(t, 3))};
    solver *s = fresh(t);
    assert_int_equal(solver_check(s, 3, all), ANSWER_UNSAT);
    assert_false(solver_in_core(s, all[0]));
    assert_true(solver_in_core(s, all[1]));
    assert_true(solver_in_core(s, all[2]));
    solver_delete(s);
    terms_delete(t);
}

/* x != x holds of NaN alone. */
static void finds_nan(void **state) {
    (void)state;
    terms *t = terms_new();
    term x = term_var(t, "x", sort_fp(t, 11, 53));
    term differs = term_not(t, term_2(t, OP_FP_EQ, x, x));
    solver *s = fresh(t);
    solver_assert(s, differs);
    assert_int_equal(solver_check(s, 0, NULL), ANSWER_SAT);
    solver_assert(s, term_not(t, term_1(t, OP_FP_IS_NAN, x)));
    assert_int_equal(solver_check(s, 0, NULL), ANSWER_UNSAT);
    solver_delete(s);
    terms_delete(t);
}

/* x = y and y = x + 1 define each other: no definition may be lost. */
static void circular_definitions_are_equations(void **state) {
    (void)state;
    terms *t = terms_new();
    sort f = sort_fp(t, 8, 24);
    term x = term_var(t, "x", f), y = term_var(t, "y", f);
    solver *s = fresh(t);
    solver_assert(s, term_eq(t, x, y));
    solver_assert(s, term_eq(t, y, term_3(t, OP_FP_ADD, term_rm(t, RNE), x, single(t, 1))));
    solver_assert(s, le(t, single(t, -100), x));
    solver_assert(s, le(t, x, single(t, 100)));
    assert_int_equal(solver_check(s, 0, NULL), ANSWER_UNSAT);
    solver_delete(s);
    terms_delete(t);
}

/* 2^64 is just out of range for 64 bits: 0 comes from it. */
static void a_cast_out_of_range_is_zero(void **state) {
    (void)state;
    static const struct {
        enum op op;
        double end;
    } casts[] = {{OP_FP_TO_UBV, 0x1p64}, {OP_FP_TO_SBV, 0x1p63}};
    for (int i = 0; i < 2; i++) {
        terms *t = terms_new();
        sort f = sort_fp(t, 11, 53);
        term x = term_var(t, "x", f), end = term_fp_double(t, f, casts[i].end);
        term cast = term_app_indexed(t, casts[i].op, 64, 0, 2, (term[]){term_rm(t, RTZ), x});
        solver *s = fresh(t);
        solver_assert(s, le(t, term_fp_double(t, f, 0x1p40), x));
        solver_assert(s, le(t, x, end));
        solver_assert(s, term_2(t, OP_BVULT, cast, term_bv(t, 64, 5)));
        assert_int_equal(solver_check(s, 0, NULL), ANSWER_SAT);
        solver_assert(s, term_2(t, OP_FP_LT, x, end));
        assert_int_equal(solver_check(s, 0, NULL), ANSWER_UNSAT);
        solver_delete(s);
        terms_delete(t);
    }
}

/* x in 1 .. 7 with two low zeros is 4, but the bounds do not tell: the first half of a split is
 * empty. */
static void an_empty_part_is_refuted(void **state) {
    (void)state;
    terms *t = terms_new();
    term x = term_var(t, "x", sort_bv(t, 8));
    solver *s = fresh(t);
    solver_assert(s, term_eq(t, term_extract(t, 1, 0, x), term_bv(t, 2, 0)));
    solver_assert(s, term_2(t, OP_BVULT, term_bv(t, 8, 0), x));
    solver_assert(s, term_2(t, OP_BVULT, x, term_bv(t, 8, 8)));
    solver_push(s);
    solver_assert(s, term_eq(t, term_2(t, OP_BVUDIV, term_bv(t, 8, 100), x), term_bv(t, 8, 26)));
    assert_int_equal(solver_check(s, 0, NULL), ANSWER_UNSAT);
    solver_pop(s);
    solver_assert(s, term_eq(t, term_2(t, OP_BVUDIV, term_bv(t, 8, 100), x), term_bv(t, 8, 25)));
    assert_int_equal(solver_check(s, 0, NULL), ANSWER_SAT);
    solver_delete(s);
    terms_delete(t);
}

static void spans_keep_special_values(void **state) {
    (void)state;
    span_how h = {SPAN_SINGLE, SPAN_NEAREST};
    span zeros = span_numbers(-0.0, 0.0), all = span_numbers(-INFINITY, INFINITY);
    span p = span_mul(h, span_point(0.0), all);
    assert_true(p.nan && p.number && signbit(p.lo) && !signbit(p.hi) && p.lo == 0 && p.hi == 0);
    span q = span_div(h, span_point(1), zeros);
    assert_true(!q.nan && q.lo == -INFINITY && q.hi == INFINITY);
    assert_true(span_add(h, all, all).nan);
    assert_true(span_empty(span_meet(span_point(-0.0), span_point(0.0))));
    span r = span_sqrt(h, span_numbers(-1, 4));
    assert_true(r.nan && r.lo == 0 && r.hi == 2);
}

/* What boxes says, asked for this one fact. */
static enum answer by_boxes(terms *t, term fact) {
    solver *s = solver_new(t, "boxes", (solver_options){.query_seconds = 2}, NULL);
    solver_assert(s, fact);
    enum answer a = solver_check(s, 0, NULL);
    solver_delete(s);
    return a;
}

static void boxes_refute_and_never_claim(void **state) {
    (void)state;
    terms *t = terms_new();
    sort f = sort_fp(t, 8, 24);
    term x = term_var(t, "x", f), b = term_var(t, "b", sort_bool(t)), rm = term_rm(t, RNE),
         zero = single(t, 0);
    term inside = term_and(t, le(t, zero, x), le(t, x, single(t, 1)));
    term y = product(t, x, term_3(t, OP_FP_SUB, rm, single(t, 1), x));
    term inverse = term_3(t, OP_FP_DIV, rm, single(t, 1), x);
    assert_int_equal(by_boxes(t, term_and(t, inside, le(t, single(t, 0.26), y))), ANSWER_UNSAT);
    assert_int_equal(by_boxes(t, term_and(t, inside, le(t, single(t, 0.2499), y))), ANSWER_UNKNOWN);
    assert_int_equal(by_boxes(t, term_2(t, OP_FP_LT, product(t, x, x), zero)), ANSWER_UNSAT);
    assert_int_equal(by_boxes(t, term_not(t, le(t, zero, product(t, x, x)))),
                     ANSWER_UNKNOWN); /* NaN */
    assert_int_equal(by_boxes(t, term_and(t, inside, le(t, inverse, single(t, 0.5)))),
                     ANSWER_UNKNOWN); /* 1 / -0 */
    assert_int_equal(
        by_boxes(t, term_and(t, term_2(t, OP_FP_LT, zero, x), le(t, inverse, single(t, -0.5)))),
        ANSWER_UNSAT);
    assert_int_equal(by_boxes(t, term_not(t, term_eq(t, x, x))), ANSWER_UNSAT);
    term either = term_ite(t, b, product(t, x, single(t, 2)), x);
    assert_int_equal(by_boxes(t, term_and(t, inside, le(t, single(t, 2.5), either))), ANSWER_UNSAT);
    assert_int_equal(by_boxes(t, term_and(t, inside, le(t, single(t, 1.5), either))),
                     ANSWER_UNKNOWN);
    terms_delete(t);
}

static term word(terms *t, uint64_t x) { return term_bv(t, 32, x); }
static term between(terms *t, int low, int high, term x) {
    return term_and(t, term_not(t, term_2(t, OP_BVSLT, x, word(t, (uint64_t)low))),
                    term_not(t, term_2(t, OP_BVSLT, word(t, (uint64_t)high), x)));
}

/* A rotation whose sine and cosine come from one index keeps a vector within 1.5 times its length; a sum that is limited
 * keeps its low bits; and what holds at a point is not refuted. */
static void boxes_know_words(void **state) {
    (void)state;
    static const int sines[] = {0, 11585, 16384, 11585, 0, -11585, -16384, -11585};
    terms *t = terms_new();
    sort w = sort_bv(t, 32);
    term x = term_var(t, "x", w), y = term_var(t, "y", w), i = term_var(t, "i", sort_bv(t, 3));
    term sine = word(t, 0), cosine = sine;
    for (uint32_t k = 0; k < 8; k++) {
        term here = term_eq(t, i, term_bv(t, 3, k));
        sine = term_ite(t, here, word(t, (uint64_t)sines[k]), sine);
        cosine = term_ite(t, here, word(t, (uint64_t)sines[(k + 2) % 8]), cosine);
    }
    term inside = term_and(t, between(t, -1000, 1000, x), between(t, -1000, 1000, y));
    term along = term_2(t, OP_BVADD, term_2(t, OP_BVMUL, x, sine), term_2(t, OP_BVMUL, y, cosine));
    term far = term_2(t, OP_BVSLT, word(t, 1500 * 16384), along);
    assert_int_equal(by_boxes(t, term_and(t, inside, far)), ANSWER_UNSAT);
    term reached = term_2(t, OP_BVSLT, word(t, 1400 * 16384), along);
    assert_int_equal(by_boxes(t, term_and(t, inside, reached)), ANSWER_UNKNOWN);
    term low = term_extract(t, 3, 0, x), sum = term_2(t, OP_BVADD, x, word(t, 48)),
         limited = term_ite(t, term_2(t, OP_BVSLT, sum, word(t, 640)), sum, word(t, 640));
    term even = term_eq(t, low, term_bv(t, 4, 0));
    term still = term_eq(t, term_extract(t, 3, 0, limited), term_bv(t, 4, 0));
    assert_int_equal(by_boxes(t, term_and(t, even, term_not(t, still))), ANSWER_UNSAT);
    assert_int_equal(by_boxes(t, term_not(t, still)), ANSWER_UNKNOWN);
    terms_delete(t);
}

/* The ends of a conversion are rounded, both of them (a compiler may leave that out). */
static void boxes_round(void **state) {
    (void)state;
    terms *t = terms_new();
    sort d = sort_fp(t, 11, 53);
    term x = term_var(t, "x", d), at = term_fp_double(t, d, 11.601779073126442);
    term near = term_app_indexed(t, OP_FP_FROM_FP, 8, 24, 2, (term[]){term_rm(t, RNE), x});
    term fact = term_and(t, term_eq(t, x, at), le(t, near, single(t, 11.601779)));
    assert_int_equal(by_boxes(t, fact), ANSWER_UNKNOWN);
    terms_delete(t);
}

/* ---- learning and bounds ---- */

static term sum(terms *t, term a, term b) { return term_3(t, OP_FP_ADD, term_rm(t, RNE), a, b); }

/* x + y >= 10 where x <= 3 and y <= 2: of the two one is needed as it is, the other may be larger
 * by all that is left. */
static void a_core_says_how_much_it_needs(void **state) {
    (void)state;
    terms *t = terms_new();
    sort f = sort_fp(t, 8, 24);
    term x = term_var(t, "x", f), y = term_var(t, "y", f), s_ = sum(t, x, y);
    term all[] = {le(t, x, single(t, 3)), le(t, y, single(t, 2))};
    solver *s = fresh(t);
    solver_assert(s, le(t, single(t, 10), s_));
    assert_int_equal(solver_check(s, 2, all), ANSWER_UNSAT);
    term_vec weaker = {0};
    for (uint32_t i = 0; i < 2; i++) {
        bound at[BOUNDS_NEEDED];
        uint32_t n;
        assert_true(icp_core_bounds(s, all[i], i ? y : x, &n, at));
        for (uint32_t k = 0; k < n; k++) vec_push(&weaker, bound_term(t, i ? y : x, at[k]));
    }
    assert_int_equal(solver_check(s, weaker.size, weaker.data), ANSWER_UNSAT);
    term more[] = {le(t, x, single(t, 6)), le(t, y, single(t, 5))};
    assert_int_equal(solver_check(s, 2, more), ANSWER_SAT);
    /* the box grew: somewhere in it a point lies outside of the one that was assumed */
    solver *other = solver_new(t, "blast", (solver_options){0}, NULL);
    for (uint32_t i = 0; i < weaker.size; i++) solver_assert(other, weaker.data[i]);
    solver_assert(other, term_not(t, term_and(t, all[0], all[1])));
    assert_int_equal(solver_check(other, 0, NULL), ANSWER_SAT);
    vec_release(&weaker);
    solver_delete(other);
    solver_delete(s);
    terms_delete(t);
}

/* Bounds of a value hold of it alone, the zeros told apart; NaN is a bound of its own. */
static void bounds_of_a_value_are_that_value(void **state) {
    (void)state;
    terms *t = terms_new();
    values *v = values_new(t);
    evaluator *e = evaluator_new(t, v);
    term x = term_var(t, "x", sort_fp(t, 11, 53));
    const double points[] = {0.0,      -0.0,        1.5,       -INFINITY,
                             INFINITY, (double)NAN, 0x1p-1074, -0x1p-1074};
    model m;
    model_init(&m, v);
    for (uint32_t i = 0; i < 8; i++)
        for (uint32_t k = 0; k < 8; k++) {
            bound at[BOUNDS_OF_VALUE];
            bool exact;
            value here = value_of_term(v, term_fp_double(t, sort_fp(t, 11, 53), points[i]));
            uint32_t n = bounds_of_value(t, v, here, false, at, &exact);
            bool all = true;
            model_set(&m, x, value_of_term(v, term_fp_double(t, sort_fp(t, 11, 53), points[k])));
            for (uint32_t b = 0; b < n; b++) all &= term_holds(e, &m, bound_term(t, x, at[b]));
            assert_int_equal(all, i == k);
        }
    model_release(&m);
    evaluator_delete(e);
    values_delete(v);
    terms_delete(t);
}

/* What was learned under assumptions and in scopes must not outlive them as if it were asserted. */
static void learned_clauses_stay_true(void **state) {
    (void)state;
    terms *t = terms_new();
    sort f = sort_fp(t, 8, 24);
    term x = term_var(t, "x", f), p = term_var(t, "p", sort_bool(t)), square = product(t, x, x);
    solver *s = fresh(t);
    solver_assert(s, term_or(t, term_not(t, p), le(t, single(t, 5), square)));
    solver_assert(s, term_or(t, p, le(t, square, single(t, 4))));
    term small[] = {p, le(t, single(t, -1), x), le(t, x, single(t, 1))};
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(solver_check(s, 3, small), ANSWER_UNSAT);
        assert_true(solver_in_core(s, p));
        assert_int_equal(solver_check(s, 2, small + 1), ANSWER_SAT);
        solver_push(s);
        solver_assert(s, le(t, single(t, 3), x));
        term no = term_not(t, p);
        assert_int_equal(solver_check(s, 1, &no), ANSWER_UNSAT);
        assert_int_equal(solver_check(s, 1, &p), ANSWER_SAT);
        solver_pop(s);
        assert_int_equal(solver_check(s, 1, &no), ANSWER_SAT);
    }
    solver_delete(s);
    terms_delete(t);
}

/* A scope that defines a variable takes the definition with it. */
static void definitions_go_with_their_scope(void **state) {
    (void)state;
    terms *t = terms_new();
    sort f = sort_fp(t, 8, 24);
    term x = term_var(t, "x", f), y = term_var(t, "y", f),
         apart = term_2(t, OP_FP_LT, sum(t, x, single(t, 2)), y);
    solver *s = fresh(t);
    solver_assert(s, le(t, single(t, 0), x));
    solver_push(s);
    solver_assert(s, term_eq(t, y, sum(t, x, single(t, 1))));
    term bounded[] = {apart, le(t, x, single(t, 100))};
    assert_int_equal(solver_check(s, 2, bounded), ANSWER_UNSAT);
    solver_pop(s);
    assert_int_equal(solver_check(s, 2, bounded), ANSWER_SAT);
    solver_delete(s);
    terms_delete(t);
}

static term integer(terms *t, const char *digits) {
    mpq_t at;
    mpq_init(at);
    mpq_set_str(at, digits, 10);
    term c = term_number(t, sort_int(t), at);
    mpq_clear(at);
    return c;
}

/* Beyond 2^62 integers share a cell: a remainder says nothing of a dividend there.
 */
static void large_integers_share_a_cell(void **state) {
    (void)state;
    terms *t = terms_new();
    term x = term_var(t, "x", sort_int(t)), d = integer(t, "4611686018427387909");
    solver *s = solver_new(t, "icp", (solver_options){.query_ticks = 50}, NULL);
    solver_assert(s, term_2(t, OP_LE, integer(t, "0"), x));
    term small = term_2(t, OP_LE, term_2(t, OP_MOD, x, d), integer(t, "5"));
    assert_true(solver_check(s, 2, (term[]){small, term_2(t, OP_LE, d, x)}) != ANSWER_UNSAT);
    assert_true(solver_check(s, 1, (term[]){term_2(t, OP_LE, d, x)}) != ANSWER_UNSAT);
    assert_int_equal(solver_check(s, 1, (term[]){term_2(t, OP_LE, x, integer(t, "-1"))}),
                     ANSWER_UNSAT);
    solver_delete(s);
    terms_delete(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_a_parabola),
        cmocka_unit_test(core_leaves_out_what_is_not_needed),
        cmocka_unit_test(finds_nan),
        cmocka_unit_test(circular_definitions_are_equations),
        cmocka_unit_test(a_cast_out_of_range_is_zero),
        cmocka_unit_test(an_empty_part_is_refuted),
        cmocka_unit_test(spans_keep_special_values),
        cmocka_unit_test(boxes_refute_and_never_claim),
        cmocka_unit_test(boxes_know_words),
        cmocka_unit_test(boxes_round),
        cmocka_unit_test(a_core_says_how_much_it_needs),
        cmocka_unit_test(bounds_of_a_value_are_that_value),
        cmocka_unit_test(learned_clauses_stay_true),
        cmocka_unit_test(definitions_go_with_their_scope),
        cmocka_unit_test(large_integers_share_a_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
