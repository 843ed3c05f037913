/* SMT-LIB: reading, printing, round trips, errors with positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "term/smtlib.h"

typedef struct {
    terms *t;
    smt_scope *c;
} fixture;

static int setup(void **state) {
    static fixture f;
    terms *t = f.t = terms_new();
    f.c = smt_scope_new(t, "test.smt2");
    term_var(t, "x", sort_bv(t, 32));
    term_var(t, "y", sort_bv(t, 32));
    term_var(t, "b", sort_bool(t));
    term_var(t, "i", sort_int(t));
    term_var(t, "r", sort_real(t));
    term_var(t, "f", sort_fp(t, 8, 24));
    term_var(t, "d", sort_fp(t, 11, 53));
    term_var(t, "a b", sort_bool(t));
    term_var(t, "m", sort_array(t, sort_bv(t, 32), sort_bv(t, 8)));
    *state = &f;
    return 0;
}

static int teardown(void **state) {
    fixture *f = *state;
    smt_scope_delete(f->c);
    terms_delete(f->t);
    return 0;
}

static term parse(fixture *f, const char *s) {
    input_error e = {0};
    term a = {0};
    if (!smt_parse_term(f->c, s, strlen(s), 1, 1, &a, &e))
        fail_msg("%u:%u: %s", e.line, e.column, e.message);
    return a;
}

static void expect(fixture *f, const char *in, const char *printed) {
    text out = {0};
    term a = parse(f, in);
    smtlib_term(f->t, a, &out);
    assert_string_equal(text_string(&out), printed);
    assert_true(same(parse(f, text_string(&out)), a));
    text_release(&out);
}

static void test_round_trip(void **state) {
    fixture *f = *state;
    expect(f, "(bvadd x y #x00000001)", "(bvadd x y #x00000001)");
    expect(f, "(let ((z (bvudiv x y))) (bvurem z (bvlshr z x)))",
           "(let ((?1 (bvudiv x y))) (bvurem ?1 (bvlshr ?1 x)))");
    expect(f, "(or |a b| b)", "(or b |a b|)");
    expect(f, "(fp.add RNE f ((_ to_fp 8 24) RTZ 0.1))",
           "(fp.add RNE f (fp #b0 #x7b #b10011001100110011001100))");
    expect(f, "(fp.lt d (_ +oo 11 53))", "(fp.lt d (_ +oo 11 53))");
    expect(f, "(store ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x00) x #x01)",
           "(store ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x00) x #x01)");
    expect(f, "(< r (/ 1 3))", "(< r (/ 1.0 3.0))");
    expect(f, "(< 1 i 5)", "(and (not (<= i 1)) (<= i 4))");
    expect(f, "(! (= i (- 3)) :named n)", "(= i (- 3))");
    expect(f, "(= ((_ to_fp 8 24) RNE d) f)", "(= f ((_ to_fp 8 24) RNE d))");
    expect(f, "(= (select m x) (_ bv7 8))", "(= (select m x) #x07)");
    expect(f, "((_ to_fp 8 24) x)", "((_ to_fp 8 24) x)");
}

static void test_let_is_parallel(void **state) {
    fixture *f = *state;
    assert_true(same(parse(f, "(let ((x y) (y x)) (bvudiv x y))"), parse(f, "(bvudiv y x)")));
    assert_true(
        same(parse(f, "(let ((x y)) (let ((x (bvudiv x x))) x))"), parse(f, "(bvudiv y y)")));
    assert_true(same(parse(f, "x"), term_find_var(f->t, "x")));
}

static void test_define(void **state) {
    fixture *f = *state;
    term p = term_fresh(f->t, "p", sort_bv(f->t, 32));
    smt_scope_define(f->c, "twice", 1, &p, term_2(f->t, OP_BVADD, p, p));
    assert_true(
        same(parse(f, "(twice (bvudiv x y))"), parse(f, "(let ((q (bvudiv x y))) (bvadd q q))")));
}

static void expect_error(fixture *f, const char *in, uint32_t line, uint32_t column,
                         const char *part) {
    input_error e = {0};
    term a;
    assert_false(smt_parse_term(f->c, in, strlen(in), 1, 1, &a, &e));
    assert_int_equal(e.line, line);
    assert_int_equal(e.column, column);
    assert_non_null(strstr(e.message, part));
}

static void test_errors(void **state) {
    fixture *f = *state;
    expect_error(f, "(bvadd x\n  zz)", 2, 3, "declared symbol");
    expect_error(f, "(bvadd x b)", 1, 2, "bit-vector");
    expect_error(f, "(bvadd x y", 1, 11, "expected )");
    expect_error(f, "(and b |a", 1, 8, "closing |");
    expect_error(f, ")", 1, 1, "expected an expression");
    expect_error(f, "((_ extract 40 0) x)", 1, 2, "indices");
    expect_error(f, "((_ extract 4) x)", 1, 2, "indices");
    expect_error(f, "(nosuch x)", 1, 2, "function");
    expect_error(f, "(let ((z)) z)", 1, 7, "(name term)");
    expect_error(f, "#xg", 1, 1, "literal");
    expect_error(f, "x y", 1, 1, "one term");
    expect_error(f, "()", 1, 1, "term");
    expect_error(f, "(ite b x i)", 1, 2, "one sort");
}

static void test_deep_nesting(void **state) {
    fixture *f = *state;
    enum { DEPTH = 200000 };
    text in = {0}, out = {0};
    for (int i = 0; i < DEPTH; i++) text_add(&in, "(bvudiv ");
    text_add(&in, "x");
    for (int i = 0; i < DEPTH; i++) text_add(&in, " y)");
    term a = parse(f, text_string(&in));
    smtlib_term(f->t, a, &out);
    assert_true(same(parse(f, text_string(&out)), a));
    text_release(&in);
    text_release(&out);
}

static void test_sharing(void **state) {
    fixture *f = *state;
    term a = parse(f, "x");
    for (int i = 0; i < 300; i++)
        a = term_2(f->t, OP_BVUDIV, a, term_2(f->t, OP_BVLSHR, a, parse(f, "y")));
    text out = {0};
    smtlib_term(f->t, a, &out);
    assert_true(out.size < 30000);
    assert_true(same(parse(f, text_string(&out)), a));
    text_release(&out);
}

static void test_portable(void **state) {
    fixture *f = *state;
    text out = {0}, before = {0};
    smtlib_portable(f->t, parse(f, "(bvsaddo x y)"), &out, &before);
    assert_null(strstr(text_string(&out), "bvsaddo"));
    text_clear(&out);
    smtlib_portable(f->t, parse(f, "(= (fp.to_ieee_bv f) x)"), &out, &before);
    assert_null(strstr(text_string(&out), "ieee_bv "));
    assert_non_null(strstr(text_string(&before), "(declare-fun ieee_bits!"));
    text_clear(&out);
    smtlib_portable(f->t, parse(f, "(bvor x y (bvudiv x y))"), &out, &before);
    assert_string_equal(text_string(&out), "(bvor (bvor x y) (bvudiv x y))");
    text_release(&out);
    text_release(&before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, setup, teardown),
        cmocka_unit_test_setup_teardown(test_let_is_parallel, setup, teardown),
        cmocka_unit_test_setup_teardown(test_define, setup, teardown),
        cmocka_unit_test_setup_teardown(test_errors, setup, teardown),
        cmocka_unit_test_setup_teardown(test_deep_nesting, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sharing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_portable, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
