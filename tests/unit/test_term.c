/* Terms: hash-consing, normal forms, substitution, traversal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "term/smtlib.h"
#include "term/term.h"
#include "term/value.h"

typedef struct {
    terms *t;
    term x, y, z, b, c, i, j;
} fixture;

static int setup(void **state) {
    static fixture f;
    f.t = terms_new();
    f.x = term_var(f.t, "x", sort_bv(f.t, 32));
    f.y = term_var(f.t, "y", sort_bv(f.t, 32));
    f.z = term_var(f.t, "z", sort_bv(f.t, 8));
    f.b = term_var(f.t, "b", sort_bool(f.t));
    f.c = term_var(f.t, "c", sort_bool(f.t));
    f.i = term_var(f.t, "i", sort_int(f.t));
    f.j = term_var(f.t, "j", sort_int(f.t));
    *state = &f;
    return 0;
}

static int teardown(void **state) {
    terms_delete(((fixture *)*state)->t);
    return 0;
}

static term bv(terms *t, uint64_t bits) { return term_bv(t, 32, bits); }

static void assert_term(terms *t, term a, const char *expected) {
    text out = {0};
    smtlib_term(t, a, &out);
    assert_string_equal(text_string(&out), expected);
    text_release(&out);
}

static void assert_same(terms *t, term a, term b) {
    text x = {0}, y = {0};
    smtlib_term(t, a, &x);
    smtlib_term(t, b, &y);
    if (!same(a, b)) assert_string_equal(text_string(&x), text_string(&y));
    assert_true(same(a, b));
    text_release(&x);
    text_release(&y);
}

static void test_sums(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    term two_x = term_2(t, OP_BVADD, f->x, f->x);
    term sum = term_app(t, OP_BVADD, 3, (term[]){two_x, bv(t, 3), bv(t, (uint64_t)-1)});
    assert_term(t, sum, "(bvadd (bvmul #x00000002 x) #x00000002)");
    assert_same(t, term_2(t, OP_BVSUB, sum, sum), bv(t, 0));
    assert_same(t, term_2(t, OP_BVADD, f->x, f->y), term_2(t, OP_BVADD, f->y, f->x));
    assert_same(t, term_2(t, OP_BVSHL, f->x, bv(t, 1)), two_x);
    assert_same(t, term_2(t, OP_BVADD, f->x, term_1(t, OP_BVNOT, f->x)), bv(t, UINT32_MAX));
    assert_same(t, term_1(t, OP_BVNOT, term_1(t, OP_BVNEG, f->x)),
                term_2(t, OP_BVSUB, f->x, bv(t, 1)));
}

static void test_booleans(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    term both = term_and(t, f->b, f->c), none = term_and(t, term_not(t, f->b), term_not(t, f->c));
    assert_same(t, both, term_and(t, f->c, term_and(t, f->b, f->c)));
    assert_same(t, term_not(t, none), term_or(t, f->b, f->c));
    assert_same(t, term_not(t, term_not(t, both)), both);
    assert_true(term_is_false(t, term_and(t, both, term_not(t, f->b))));
    assert_same(t, term_ite(t, f->b, f->c, term_false(t)), both);
    assert_same(t, term_ite(t, f->b, f->c, term_not(t, f->c)), term_eq(t, f->b, f->c));
    assert_same(t, term_2(t, OP_XOR, f->b, f->c), term_not(t, term_eq(t, f->b, f->c)));
}

static void test_flags(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    term flag = term_ite(t, f->b, bv(t, 1), bv(t, 0)), zero = bv(t, 0);
    assert_same(t, term_not(t, term_eq(t, flag, zero)), f->b);
    assert_same(t, term_eq(t, term_2(t, OP_BVAND, flag, bv(t, 1)), bv(t, 1)), f->b);
    term byte = term_ite(t, f->b, term_bv(t, 8, 1), term_bv(t, 8, 0));
    assert_same(t, term_zext(t, byte, 32), flag);
    assert_same(t, term_2(t, OP_BVUGT, flag, zero), f->b);
    term bit = term_not(t, term_eq(t, term_2(t, OP_BVAND, f->x, bv(t, 1)), zero));
    assert_term(t, bit, "(= ((_ extract 0 0) x) #b1)");
    assert_same(t, term_2(t, OP_BVXOR, flag, bv(t, 1)), term_ite(t, f->b, bv(t, 0), bv(t, 1)));
}

static void test_orders(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    assert_same(t, term_2(t, OP_BVULE, f->x, bv(t, 5)), term_2(t, OP_BVULT, f->x, bv(t, 6)));
    assert_same(t, term_not(t, term_2(t, OP_BVUGT, f->x, bv(t, 5))),
                term_2(t, OP_BVULT, f->x, bv(t, 6)));
    assert_same(t, term_2(t, OP_BVULT, f->x, bv(t, 1)), term_eq(t, f->x, bv(t, 0)));
    assert_true(term_is_false(t, term_2(t, OP_BVULT, f->x, bv(t, 0))));
    assert_true(term_is_true(t, term_2(t, OP_BVSLT, term_zext(t, f->z, 32), bv(t, 256))));
    assert_same(t, term_2(t, OP_BVSLE, f->x, f->y), term_not(t, term_2(t, OP_BVSLT, f->y, f->x)));
    assert_same(
        t, term_eq(t, term_2(t, OP_BVADD, f->x, bv(t, 1)), term_2(t, OP_BVADD, f->y, bv(t, 1))),
        term_eq(t, f->x, f->y));
    assert_same(t, term_eq(t, term_2(t, OP_BVADD, f->x, bv(t, 1)), bv(t, 3)),
                term_eq(t, f->x, bv(t, 2)));
}

static void test_slices(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    term bytes[4];
    for (uint32_t i = 0; i < 4; i++) bytes[3 - i] = term_extract(t, 8 * i + 7, 8 * i, f->x);
    assert_same(t, term_app(t, OP_CONCAT, 4, bytes), f->x);
    term sum = bv(t, 0);
    for (uint32_t i = 0; i < 4; i++) {
        term byte = term_zext(t, bytes[3 - i], 32);
        sum = term_2(t, OP_BVOR, sum, term_2(t, OP_BVSHL, byte, bv(t, 8 * i)));
    }
    assert_same(t, sum, f->x);
    assert_same(t, term_2(t, OP_BVAND, f->x, bv(t, 255)), term_zext(t, bytes[3], 32));
    assert_same(t, term_extract(t, 7, 0, term_2(t, OP_BVADD, term_zext(t, f->z, 32), bv(t, 257))),
                term_2(t, OP_BVADD, f->z, term_bv(t, 8, 1)));
}

static void test_numbers(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    term two_i = term_2(t, OP_MUL, term_int(t, 2), f->i),
         four_j = term_2(t, OP_MUL, term_int(t, 4), f->j);
    term sum = term_2(t, OP_ADD, two_i, four_j);
    assert_true(term_is_false(t, term_eq(t, sum, term_int(t, 3))));
    assert_term(t, term_2(t, OP_LE, sum, term_int(t, 3)), "(<= (+ i (* 2 j)) 1)");
    assert_same(t, term_2(t, OP_LT, f->i, f->j), term_not(t, term_2(t, OP_GE, f->i, f->j)));
    assert_term(t, term_2(t, OP_GT, f->i, term_int(t, 3)), "(not (<= i 3))");
}

static void test_arrays(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    sort s = sort_array(t, sort_bv(t, 32), sort_bv(t, 8));
    term a = term_var(t, "a", s), one = term_store(t, a, bv(t, 1), f->z);
    assert_same(t, term_select(t, one, bv(t, 1)), f->z);
    assert_same(t, term_select(t, one, bv(t, 2)), term_select(t, a, bv(t, 2)));
    term ab = term_store(t, one, bv(t, 2), term_bv(t, 8, 7));
    term ba = term_store(t, term_store(t, a, bv(t, 2), term_bv(t, 8, 7)), bv(t, 1), f->z);
    assert_same(t, ab, ba);
    assert_same(t, term_store(t, a, f->x, term_select(t, a, f->x)), a);
    term next = term_2(t, OP_BVADD, f->x, bv(t, 1));
    assert_same(t, term_select(t, term_store(t, a, f->x, f->z), next), term_select(t, a, next));
}

static void test_substitution(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    substitution s = {0};
    subst_set(&s, t, f->x, f->y);
    subst_set(&s, t, f->y, f->x); /* simultaneous */
    term a = term_2(t, OP_BVULT, f->x, f->y);
    assert_same(t, subst_apply(&s, t, a), term_2(t, OP_BVULT, f->y, f->x));
    subst_clear(&s);
    subst_set(&s, t, f->x, bv(t, 3));
    assert_same(t, subst_apply(&s, t, term_2(t, OP_BVADD, f->x, f->y)),
                term_2(t, OP_BVADD, f->y, bv(t, 3)));
    subst_release(&s);
}

static void test_deep(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    term a = f->x;
    for (uint32_t i = 0; i < 100000; i++) a = term_2(t, OP_BVUDIV, a, f->y);
    substitution s = {0};
    subst_set(&s, t, f->x, f->y);
    assert_true(term_mentions(t, a, f->x));
    assert_false(term_mentions(t, subst_apply(&s, t, a), f->x));
    assert_int_equal(term_dag_size(t, a), 100002);
    subst_release(&s);
}

/* 2^(w-1) is its own negative: an equation that begins with it has a normal form all the same. */
static void test_equations_with_the_least_value(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    for (uint32_t w = 1; w <= 4; w++) {
        term x[3];
        for (uint32_t i = 0; i < 3; i++)
            x[i] = term_var(t, (char[]){(char)('p' + i), (char)('0' + w), 0}, sort_bv(t, w));
        for (uint32_t n = 0; n < 1u << (3 * w); n++) {
            term sum[3];
            for (uint32_t i = 0; i < 3; i++)
                sum[i] = term_2(t, OP_BVMUL, term_bv(t, w, n >> (i * w)), x[i]);
            term left = term_app(t, OP_BVADD, 3, sum), k = term_bv(t, w, n + 1);
            assert_int_equal(term_eq(t, left, k).id, term_eq(t, k, left).id);
        }
    }
}

/* Long chains of operations that rules look through: no constructor may recurse as deep as the
 * term. */
static void test_deep_chains(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    enum { DEPTH = 100000 };
    term invert = f->x, slices = f->x, bits = f->b, choice = f->x, other = f->x, mix = f->y;
    for (uint32_t i = 0; i < DEPTH; i++) {
        term v = term_fresh(t, "v", sort_bool(t)), w = term_fresh(t, "w", sort_bv(t, 32));
        invert = term_2(t, OP_BVADD, term_2(t, OP_BVXOR, invert, bv(t, 0x5a5a5a5a + i)), bv(t, i));
        slices =
            term_1(t, OP_BVNOT,
                   term_2(t, OP_BVOR, term_2(t, OP_BVAND, slices, bv(t, 0x55555555)), bv(t, i)));
        bits = i % 2 ? term_and(t, bits, v) : term_or(t, bits, v);
        choice = term_ite(t, v, i % 3 ? choice : bv(t, i), i % 3 ? bv(t, i) : choice);
        other = term_ite(t, v, w, other);
        mix = term_ite(t, v, w, mix);
    }
    term results[] = {term_eq(t, invert, bv(t, 7)),
                      term_eq(t, choice, bv(t, 9)),
                      term_eq(t, other, mix),
                      term_not(t, bits),
                      term_eq(t, term_extract(t, 7, 0, slices), term_bv(t, 8, 1)),
                      term_2(t, OP_BVULT, choice, bv(t, 10))};
    values *v = values_new(t);
    evaluator *e = evaluator_new(t, v);
    model m;
    model_init(&m, v);
    text out = {0}, before = {0};
    substitution s = {0};
    subst_set(&s, t, f->x, f->y);
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        term_holds(e, &m, results[i]);
        term_not(t, subst_apply(&s, t, results[i]));
        smtlib_portable(t, results[i], &out, &before);
    }
    assert_true(out.size > DEPTH);
    subst_release(&s);
    text_release(&out);
    text_release(&before);
    model_release(&m);
    evaluator_delete(e);
    values_delete(v);
}

static void test_negation_is_linear(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    term a = f->b;
    for (uint32_t i = 0; i < 200; i++) { /* 2^200 paths */
        term v = term_fresh(t, "v", sort_bool(t)), w = term_fresh(t, "w", sort_bool(t));
        a = term_or(t, term_and(t, a, v), term_and(t, a, w));
    }
    uint32_t before = terms_count(t);
    assert_same(t, term_not(t, term_not(t, a)), a);
    assert_true(terms_count(t) < before + 2000);
}

/* A finite float less itself is a zero; rounding down, the negative one. */
static void test_less_itself(void **state) {
    terms *t = ((fixture *)*state)->t;
    sort s = sort_fp(t, 8, 24);
    term x = term_var(t, "x!float", s);
    static const double points[] = {0.0, -0.0, 1.5, __builtin_inf(), -__builtin_inf(), 0x1p-149};
    for (uint32_t down = 0; down < 2; down++) {
        term mode = term_rm(t, down ? RTN : RNE), sum = term_3(t, OP_FP_SUB, mode, x, x);
        assert_int_equal(term_op(t, sum), OP_ITE);
        for (uint32_t i = 0; i < sizeof points / sizeof *points; i++) {
            substitution now = {0};
            term here = term_fp_double(t, s, points[i]);
            subst_set(&now, t, x, here);
            assert_same(t, subst_apply(&now, t, sum), term_3(t, OP_FP_SUB, mode, here, here));
            subst_release(&now);
        }
    }
}

static void test_variables(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    map seen = {0};
    term_vec vars = {0};
    term a = term_ite(t, f->b, f->x, term_2(t, OP_BVADD, f->x, f->y));
    term_vars(t, a, &seen, &vars);
    assert_int_equal(vars.size, 3);
    assert_true(same(vars.data[0], f->b) && same(vars.data[1], f->x) && same(vars.data[2], f->y));
    term_vars(t, a, &seen, &vars);
    assert_int_equal(vars.size, 3);
    vec_release(&vars);
    map_release(&seen);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sums, setup, teardown),
        cmocka_unit_test_setup_teardown(test_booleans, setup, teardown),
        cmocka_unit_test_setup_teardown(test_flags, setup, teardown),
        cmocka_unit_test_setup_teardown(test_orders, setup, teardown),
        cmocka_unit_test_setup_teardown(test_slices, setup, teardown),
        cmocka_unit_test_setup_teardown(test_numbers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_arrays, setup, teardown),
        cmocka_unit_test_setup_teardown(test_substitution, setup, teardown),
        cmocka_unit_test_setup_teardown(test_deep, setup, teardown),
        cmocka_unit_test_setup_teardown(test_equations_with_the_least_value, setup, teardown),
        cmocka_unit_test_setup_teardown(test_deep_chains, setup, teardown),
        cmocka_unit_test_setup_teardown(test_negation_is_linear, setup, teardown),
        cmocka_unit_test_setup_teardown(test_less_itself, setup, teardown),
        cmocka_unit_test_setup_teardown(test_variables, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
