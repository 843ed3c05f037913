/* Values: arrays as persistent tries, compaction, equality, models, evaluation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/random.h"
#include "term/smtlib.h"
#include "term/value.h"

typedef struct {
    terms *t;
    values *v;
    evaluator *e;
    model m;
} fixture;

static int setup(void **state) {
    static fixture f;
    f.t = terms_new();
    f.v = values_new(f.t);
    f.e = evaluator_new(f.t, f.v);
    model_init(&f.m, f.v);
    *state = &f;
    return 0;
}

static int teardown(void **state) {
    fixture *f = *state;
    model_release(&f->m);
    evaluator_delete(f->e);
    values_delete(f->v);
    terms_delete(f->t);
    return 0;
}

static value select_at(fixture *f, value a, value i) {
    return value_apply(f->v, OP_SELECT, sort_element(f->t, a.sort), 0, 0, 2, (value[]){a, i});
}
static value store(fixture *f, value a, value i, value x) {
    return value_apply(f->v, OP_STORE, a.sort, 0, 0, 3, (value[]){a, i, x});
}

static value parse(fixture *f, const char *s) {
    smt_scope *c = smt_scope_new(f->t, "test");
    input_error e = {0};
    term a;
    assert_true(smt_parse_term(c, s, strlen(s), 1, 1, &a, &e));
    smt_scope_delete(c);
    return value_of_term(f->v, a);
}

/* A long random sequence of stores against a plain array, old versions unchanged. */
static void test_array_model(void **state) {
    fixture *f = *state;
    enum { N = 256, STEPS = 20000 };
    sort s = sort_array(f->t, sort_bv(f->t, 16), sort_bv(f->t, 32));
    uint32_t plain[N] = {0}, old[N] = {0};
    value a = value_default(f->v, s), kept = a;
    rng r = {7};
    for (int k = 0; k < STEPS; k++) {
        uint32_t i = random_below(&r, N), x = random_below(&r, 4);
        a = store(f, a, value_bv(f->t, 16, i * 257), value_bv(f->t, 32, x));
        plain[i] = x;
        if (k == STEPS / 2) kept = a, memcpy(old, plain, sizeof old);
        if (k % 4096 == 0) {
            value keep[2] = {a, kept};
            values_compact(f->v, keep, 2);
            a = keep[0], kept = keep[1];
        }
    }
    for (uint32_t i = 0; i < N; i++) {
        assert_int_equal(select_at(f, a, value_bv(f->t, 16, i * 257)).bits, plain[i]);
        assert_int_equal(select_at(f, kept, value_bv(f->t, 16, i * 257)).bits, old[i]);
    }
    assert_int_equal(select_at(f, a, value_bv(f->t, 16, 1)).bits, 0);
    value copy = value_of_term(f->v, value_to_term(f->v, a));
    assert_true(value_equal(f->v, copy, a));
    assert_false(value_equal(f->v, kept, a));
}

static void test_compaction_frees(void **state) {
    fixture *f = *state;
    sort s = sort_array(f->t, sort_bv(f->t, 32), sort_bv(f->t, 8));
    value a = value_default(f->v, s);
    for (uint32_t i = 0; i < 50000; i++)
        a = store(f, a, value_bv(f->t, 32, i % 10), value_bv(f->t, 8, i % 251));
    uint64_t before = values_memory(f->v);
    values_compact(f->v, &a, 1);
    assert_true(values_memory(f->v) * 100 < before);
    assert_int_equal(select_at(f, a, value_bv(f->t, 32, 9)).bits, 49999 % 251);
}

static void test_array_equality(void **state) {
    fixture *f = *state;
    sort s = sort_array(f->t, sort_bv(f->t, 1), sort_bv(f->t, 8));
    value a = value_default(f->v, s), b = a, zero = value_bv(f->t, 1, 0),
          one = value_bv(f->t, 1, 1);
    value seven = value_bv(f->t, 8, 7);
    a = store(f, store(f, a, zero, seven), one, seven);
    b = value_apply(f->v, OP_CONST_ARRAY, s, 0, 0, 1, &seven);
    assert_true(value_equal(f->v, a, b)); /* every index is named: the default is invisible */
    assert_true(value_equal(f->v, store(f, a, one, seven), a));
    assert_false(value_equal(f->v, store(f, a, one, zero.bits ? seven : value_bv(f->t, 8, 1)), a));
    value c = store(f, store(f, b, zero, value_bv(f->t, 8, 1)), zero, seven);
    assert_true(value_equal(f->v, c, b));
}

/* Indices that are no words: numbers, wide bit-vectors, arrays. */
static void test_array_indices(void **state) {
    fixture *f = *state;
    value a = parse(f, "(store (store ((as const (Array Int Bool)) false) 5 true) (- 5) true)");
    assert_true(value_is_true(select_at(f, a, parse(f, "(- 5)"))));
    assert_false(value_is_true(select_at(f, a, parse(f, "6"))));
    value w = parse(f, "(store ((as const (Array (_ BitVec 100) (_ BitVec 8))) #x00) (_ "
                       "bv1267650600228229401496703205375 100) #x09)");
    assert_int_equal(select_at(f, w, parse(f, "(bvnot (_ bv0 100))")).bits, 9);
    value n = parse(f, "(store ((as const (Array (Array Bool Bool) Bool)) false) ((as const (Array "
                       "Bool Bool)) true) true)");
    assert_true(value_is_true(select_at(
        f, n,
        parse(f, "(store (store ((as const (Array Bool Bool)) false) true true) false true)"))));
}

static void test_evaluation(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    term x = term_var(t, "x", sort_bv(t, 32)), y = term_var(t, "y", sort_bv(t, 32)),
         b = term_var(t, "b", sort_bool(t));
    model_set(&f->m, x, value_bv(t, 32, 10));
    term a = term_ite(t, b, term_2(t, OP_BVUDIV, x, y), term_2(t, OP_BVADD, x, y));
    assert_int_equal(term_eval(f->e, &f->m, a).bits,
                     10); /* what the model does not say is false and 0 */
    model_set(&f->m, b, value_bool(t, true));
    assert_int_equal(term_eval(f->e, &f->m, a).bits, UINT32_MAX);
    assert_true(model_has(&f->m, x) && !model_has(&f->m, y));
    model_clear(&f->m);
    assert_false(model_has(&f->m, x));
}

static void test_deep_evaluation(void **state) {
    fixture *f = *state;
    terms *t = f->t;
    term x = term_var(t, "x", sort_bv(t, 32)), a = x;
    for (uint32_t i = 0; i < 300000; i++)
        a = term_2(t, OP_BVXOR, term_2(t, OP_BVUREM, a, x), term_bv(t, 32, i | 1));
    model_set(&f->m, x, value_bv(t, 32, 12345));
    uint64_t expected = 12345;
    for (uint32_t i = 0; i < 300000; i++) expected = (expected % 12345) ^ (i | 1);
    assert_int_equal(term_eval(f->e, &f->m, a).bits, expected);
}

static void expect_text(fixture *f, const char *in, const char *out) {
    text s = {0};
    value_print(f->v, parse(f, in), &s);
    assert_string_equal(text_string(&s), out);
    text_release(&s);
}

/* What SMT-LIB leaves open is as ops.def says. */
static void test_open_cases(void **state) {
    fixture *f = *state;
    expect_text(f, "(bvudiv #x05 #x00)", "#xff");
    expect_text(f, "(bvurem #x05 #x00)", "#x05");
    expect_text(f, "(bvsdiv #x85 #x00)", "#x01");
    expect_text(f, "(bvsdiv #x80 #xff)", "#x80");
    expect_text(f, "(bvsmod #xf9 #x03)", "#x02");
    expect_text(f, "(div (- 7) 2)", "(- 4)");
    expect_text(f, "(div (- 7) (- 2))", "4");
    expect_text(f, "(mod (- 7) (- 2))", "1");
    expect_text(f, "(div 7 0)", "0");
    expect_text(f, "(mod 7 0)", "7");
    expect_text(f, "(/ 7.0 0.0)", "0.0");
    expect_text(f, "(fp.min (_ +zero 5 11) (_ -zero 5 11))", "(_ -zero 5 11)");
    expect_text(f, "(fp.min (_ -zero 5 11) (_ +zero 5 11))", "(_ +zero 5 11)");
    expect_text(f, "((_ fp.to_sbv 8) RNE (_ NaN 5 11))", "#x00");
    expect_text(f, "((_ fp.to_ubv 8) RTZ ((_ to_fp 5 11) RNE (- 0.5)))", "#x00");
    expect_text(f, "((_ fp.to_sbv 8) RNE ((_ to_fp 5 11) RNE 200.0))", "#x00");
    expect_text(f, "(fp.to_real (_ -oo 5 11))", "0.0");
    expect_text(f, "(fp.to_ieee_bv (fp.neg (_ NaN 5 11)))", "#x7e00");
    expect_text(f, "(fp.rem ((_ to_fp 8 24) RNE 5.0) ((_ to_fp 8 24) RNE 3.0))",
                "(fp #b1 #x7f #b00000000000000000000000)");
}

/* Operations that no constructor builds from C, against their definitions in SMT-LIB, on 3 bits. */
static void test_rare_operations(void **state) {
    fixture *f = *state;
    enum { WIDTH = 3, SIZE = 1 << WIDTH };
    sort s = sort_bv(f->t, WIDTH), truth = sort_bool(f->t);
    for (int x = 0; x < SIZE; x++) {
        value a = value_bv(f->t, WIDTH, (uint64_t)x);
        for (uint32_t by = 0; by < WIDTH; by++) {
            uint64_t left = (uint64_t)(x << by | x >> (WIDTH - by)) % SIZE;
            uint64_t right = (uint64_t)(x >> by | x << (WIDTH - by)) % SIZE;
            assert_int_equal(value_apply(f->v, OP_ROTATE_LEFT, s, by, 0, 1, &a).bits, left);
            assert_int_equal(value_apply(f->v, OP_ROTATE_RIGHT, s, by, 0, 1, &a).bits, right);
        }
        for (int y = 0; y < SIZE; y++) {
            int n = x < SIZE / 2 ? x : x - SIZE, m = y < SIZE / 2 ? y : y - SIZE;
            int rest = m ? n % m : n;
            if (m && rest && (rest < 0) != (m < 0)) rest += m;
            value b = value_bv(f->t, WIDTH, (uint64_t)y);
            value smod = value_apply(f->v, OP_BVSMOD, s, 0, 0, 2, (value[]){a, b});
            assert_int_equal(smod.bits, (uint64_t)(rest + SIZE) % SIZE);
            for (int z = 0; z < SIZE; z++) {
                value all[] = {a, b, value_bv(f->t, WIDTH, (uint64_t)z)};
                value distinct = value_apply(f->v, OP_DISTINCT, truth, 0, 0, 3, all);
                assert_int_equal(distinct.bits, x != y && y != z && x != z);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_array_model, setup, teardown),
        cmocka_unit_test_setup_teardown(test_compaction_frees, setup, teardown),
        cmocka_unit_test_setup_teardown(test_array_equality, setup, teardown),
        cmocka_unit_test_setup_teardown(test_array_indices, setup, teardown),
        cmocka_unit_test_setup_teardown(test_evaluation, setup, teardown),
        cmocka_unit_test_setup_teardown(test_deep_evaluation, setup, teardown),
        cmocka_unit_test_setup_teardown(test_open_cases, setup, teardown),
        cmocka_unit_test_setup_teardown(test_rare_operations, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
