/* The second reading: a proof about an automaton that is not the C program is withdrawn by a run of
 * the compiled program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "verify/verify.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct {
    char directory[32];
    verify_options o;
    verification v;
} trial;

static void prepare(trial *x, const char *code) {
    text t = {0};
    memset(x, 0, sizeof *x);
    strcpy(x->directory, "/tmp/cinch-test-XXXXXX");
    assert_non_null(mkdtemp(x->directory));
    assert_int_equal(chdir(x->directory), 0);
    text_add(&t, code);
    assert_true(text_write_file(&t, "program.c"));
    text_release(&t);
    verify_options_default(&x->o);
    x->o.keep_failed = true;
    vec_push(&x->o.load.files, (char *)"program.c");
    verify_model plain = model_plain(&x->o);
    verification_init(&x->v, &x->o, &plain);
    assert_true(verify_load(&x->o, &x->v));
}

/* The misreading: no way leads to the error any more, and that is proved. */
static void misread(trial *x) {
    program *p = x->v.unreduced;
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed && program_is_error(p, p->edges.data[e.id].to))
            program_remove_edge(p, e);
    verify_one(&x->o, &x->v);
    assert_int_equal(x->v.verdict, VERDICT_TRUE);
}

static void finish(trial *x) {
    char *remove_all = mem_format("rm -rf %s %s", x->directory, x->v.evidence.kept);
    verification_release(&x->v);
    vec_release(&x->o.load.files);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(system(remove_all), 0);
    mem_free(remove_all);
}

static void expect_contradiction(const char *code) {
    trial x;
    prepare(&x, code);
    misread(&x);
    verify_read_again(&x.o, &x.v);
    assert_int_equal(x.v.verdict, VERDICT_UNKNOWN);
    assert_string_equal(x.v.detail, "the compiled program contradicts the proof");
    char *test = mem_format("%s/test.c", x.v.evidence.kept);
    assert_int_equal(access(test, R_OK), 0);
    mem_free(test);
    finish(&x);
}

static void test_inputs(void **state) {
    (void)state;
    expect_contradiction(
        "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n"
        "int main(void) { if (__VERIFIER_nondet_int() == 70123) reach_error(); }\n");
}

static void test_one_run(void **state) {
    (void)state;
    expect_contradiction("#include <assert.h>\nint main(void) { int sum = 0; for (int i = 0; i < "
                         "9; i++) sum += i; assert(sum == 35); }\n");
}

/* A run that leaves its objects shows nothing: the model has no such runs. */
static void test_undefined(void **state) {
    trial x;
    (void)state;
    prepare(&x, "void reach_error(void) {}\nint a[2], b = 1, *p = a;\nint main(void) { int i = 3; "
                "p[i - 1] = 0; reach_error(); }\n");
    misread(&x);
    verify_read_again(&x.o, &x.v);
    assert_int_equal(x.v.verdict, VERDICT_TRUE);
    finish(&x);
}

static void test_right_reading(void **state) {
    trial x;
    (void)state;
    prepare(
        &x,
        "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n"
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5 && x < 5) reach_error(); }\n");
    verify_one(&x.o, &x.v);
    verify_read_again(&x.o, &x.v);
    assert_int_equal(x.v.verdict, VERDICT_TRUE);
    finish(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inputs), cmocka_unit_test(test_one_run),
        cmocka_unit_test(test_undefined), cmocka_unit_test(test_right_reading)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
