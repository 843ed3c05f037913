/* A compiler command runs once; what did not come to its end runs again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "frontend/compiler_runs.h"

static compiler_runs *all;
static uint32_t started, asked;

static int set_up(void **state) {
    (void)state;
    all = compiler_runs_new();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    compiler_runs_delete(all);
    return 0;
}

/* What the command says of `given`; the counts are as after it. */
static child_result run(char *const *words, const char *given, bool rule, double seconds,
                        compiler_output *out) {
    string_vec command = {0};
    text in = {0};
    while (*words) vec_push(&command, *words++);
    text_add(&in, given);
    *out = (compiler_output){0};
    child_result r =
        compiler_run(all, &command, &in, rule, (child_limits){.seconds = seconds}, out);
    compiler_runs_count(all, &started, &asked);
    vec_release(&command);
    text_release(&in);
    return r;
}

static void expect_output(char *const *words, const char *given, const char *says, uint32_t runs) {
    compiler_output out;
    assert_int_equal(run(words, given, false, 0, &out).status, 0);
    assert_string_equal(text_string(&out.output), says);
    assert_int_equal(started, runs);
    compiler_output_release(&out);
}

static void test_once(void **state) {
    (void)state;
    expect_output((char *[]){"cat", NULL}, "one", "one", 1);
    expect_output((char *[]){"cat", NULL}, "one", "one", 1);
    expect_output((char *[]){"cat", NULL}, "two", "two", 2);
    expect_output((char *[]){"cat", "-", NULL}, "one", "one", 3);
    expect_output((char *[]){"cat", NULL}, "two", "two", 3);
    assert_int_equal(asked, 5);
}

static void test_unfinished(void **state) {
    (void)state;
    compiler_output out;
    for (uint32_t i = 1; i <= 2; i++) {
        assert_true(run((char *[]){"sleep", "5", NULL}, "", false, 0.1, &out).timed_out);
        compiler_output_release(&out);
        assert_int_equal(started, i);
    }
    assert_false(run((char *[]){"no-such-compiler", NULL}, "", false, 0, &out).started);
    compiler_output_release(&out);
}

/* The rule is no part of the output, and is there again for a run that is kept. */
static void test_rule(void **state) {
    (void)state;
    char *words[] = {"clang-19", "-E", "-P", "-xc", "-", NULL};
    for (int i = 0; i < 2; i++) {
        compiler_output out;
        assert_int_equal(run(words, "#include <stddef.h>\nint x;\n", true, 0, &out).status, 0);
        assert_non_null(strstr(text_string(&out.rule), "stddef.h"));
        assert_null(strstr(text_string(&out.output), "stddef.h"));
        assert_non_null(strstr(text_string(&out.output), "int x;"));
        compiler_output_release(&out);
    }
    assert_int_equal(started, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_unfinished, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rule, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
