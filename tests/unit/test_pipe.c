/* Solvers behind a pipe by their dialects: those that are installed, and scripted ones
 * (tests/transcripts) for those that are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/tool.h"
#include "solver/solver.h"

#include <stdio.h>

typedef struct {
    terms *t;
    values *v;
    solver *s;
    term n, m, r, x, p;
} fixture;

static fixture start(const char *backend) {
    fixture f = {.t = terms_new()};
    const char *why = NULL;
    f.v = values_new(f.t);
    f.s = solver_new(f.t, backend, (solver_options){.query_seconds = 20}, &why);
    if (!f.s) fail_msg("%s: %s", backend, why);
    f.n = term_var(f.t, "n", sort_int(f.t));
    f.m = term_var(f.t, "m", sort_int(f.t));
    f.r = term_var(f.t, "r", sort_real(f.t));
    f.x = term_var(f.t, "x", sort_bv(f.t, 8));
    f.p = term_var(f.t, "p", sort_bool(f.t));
    return f;
}

static void stop(fixture *f) {
    solver_delete(f->s);
    values_delete(f->v);
    terms_delete(f->t);
}

static void is_now(fixture *f, term var, const char *expected) {
    text out = {0};
    value_print(f->v, solver_value(f->s, f->v, var), &out);
    assert_string_equal(text_string(&out), expected);
    text_release(&out);
}

static term le(fixture *f, term a, term b) { return term_2(f->t, OP_LE, a, b); }

/* Every value is the only one. */
static void models_are_read(const char *backend) {
    fixture f = start(backend);
    term half = term_2(f.t, OP_DIVIDE, term_1(f.t, OP_TO_REAL, term_int(f.t, 1)),
                       term_1(f.t, OP_TO_REAL, term_int(f.t, -2)));
    solver_assert(f.s, term_eq(f.t, f.n, term_int(f.t, -5)));
    solver_assert(f.s, term_eq(f.t, f.r, half));
    solver_assert(f.s, term_eq(f.t, f.x, term_bv(f.t, 8, 13)));
    solver_assert(f.s, f.p);
    assert_int_equal(solver_check(f.s, 0, NULL), ANSWER_SAT);
    is_now(&f, f.n, "(- 5)");
    is_now(&f, f.r, "(- (/ 1.0 2.0))");
    is_now(&f, f.x, "#x0d");
    is_now(&f, f.p, "true");
    stop(&f);
}

/* `small`: the solver says what it needed, and no more. */
static void cores_are_read(const char *backend, bool small) {
    fixture f = start(backend);
    term low = le(&f, f.n, term_int(f.t, 3)), high = le(&f, term_int(f.t, 7), f.n);
    solver_push(f.s);
    term all[] = {low, f.p, high};
    assert_int_equal(solver_check(f.s, 3, all), ANSWER_UNSAT);
    assert_true(solver_in_core(f.s, low));
    assert_true(solver_in_core(f.s, high));
    if (small) assert_false(solver_in_core(f.s, f.p));
    solver_pop(f.s);
    assert_int_equal(solver_check(f.s, 2, all), ANSWER_SAT);
    stop(&f);
}

static void interpolants_are_read(const char *backend) {
    fixture f = start(backend);
    term i = {0};
    term a = term_and(f.t, le(&f, term_int(f.t, 3), f.n),
                      term_eq(f.t, f.m, term_2(f.t, OP_ADD, f.n, term_int(f.t, 1))));
    assert_true(solver_interpolate(f.s, a, le(&f, f.m, term_int(f.t, 2)), &i));
    assert_false(term_mentions(f.t, i, f.n));
    assert_true(term_mentions(f.t, i, f.m));
    stop(&f);
}

/* ---- MathSAT ---- */
#define SCRIPTED(name) "pipe:tests/transcripts/replay tests/transcripts/" name

static void mathsat_models(void **state) {
    (void)state;
    models_are_read(SCRIPTED("mathsat-model"));
}

static void mathsat_cores(void **state) {
    (void)state;
    cores_are_read(SCRIPTED("mathsat-core"), true);
}

static void mathsat_interpolants(void **state) {
    (void)state;
    interpolants_are_read(SCRIPTED("mathsat-interpolant"));
}

static void skip_unless(const char *program) {
    if (tool_is_there(program)) return;
    print_message("skipped: %s is not installed\n", program);
    skip();
}

static void mathsat_itself(void **state) {
    (void)state;
    skip_unless("mathsat");
    models_are_read("pipe:mathsat");
    cores_are_read("pipe:mathsat", false);
    interpolants_are_read("pipe:mathsat");
}

/* ---- Yices ---- */
static void yices_models(void **state) {
    (void)state;
    models_are_read(SCRIPTED("yices-model"));
}

static void yices_cores(void **state) {
    (void)state;
    cores_are_read(SCRIPTED("yices-core"), true);
}

static void yices_itself(void **state) {
    (void)state;
    skip_unless("yices-smt2");
    models_are_read("pipe:yices-smt2 --incremental");
    cores_are_read("pipe:yices-smt2 --incremental", false);
}

/* The installed ones take the same questions: the scripts ask nothing special. */
static void others_agree(void **state) {
    (void)state;
    static const char *const others[] = {"pipe:z3", "pipe:cvc5 --lang smt2"};
    for (int i = 0; i < 2; i++) {
        models_are_read(others[i]);
        cores_are_read(others[i], false);
    }
}

/* A conversation that takes another course is an error, and the check unknown. */
static void other_words_are_noticed(void **state) {
    (void)state;
    fixture f = start(SCRIPTED("mathsat-model"));
    solver_assert(f.s, term_eq(f.t, f.n, term_int(f.t, -6)));
    assert_int_equal(solver_check(f.s, 0, NULL), ANSWER_UNKNOWN);
    stop(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mathsat_models),
        cmocka_unit_test(mathsat_cores),
        cmocka_unit_test(mathsat_interpolants),
        cmocka_unit_test(mathsat_itself),
        cmocka_unit_test(yices_models),
        cmocka_unit_test(yices_cores),
        cmocka_unit_test(yices_itself),
        cmocka_unit_test(others_agree),
        cmocka_unit_test(other_words_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
