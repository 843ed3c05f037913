/* Words of the command line, right and wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/options.h"

static bool parse(cli_options *o, option_error *e, int n, const char **words) {
    return options_parse(n, (char **)words, ON_VERIFY, o, e);
}
#define PARSE(o, e, ...)                                                                           \
    parse(o, e, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *),                            \
          (const char *[]){__VA_ARGS__})

static void test_right(void **state) {
    cli_options o;
    option_error e;
    (void)state;
    assert_true(PARSE(&o, &e, "a.c", "--timeout=2.5", "--memory", "100", "b.c", "--ic3-generalize",
                      "multi", "--no-slice", "--no-ic3-obligation-reuse", "--property",
                      "no-overflow,shift", "--step", "f", "--input", "x", "--input", "y", "--",
                      "-DX", "--stats"));
    assert_int_equal(o.verify.load.files.size, 2);
    assert_true(o.verify.seconds == 2.5);
    assert_int_equal(o.verify.memory_bytes, 100u << 20);
    assert_int_equal(o.verify.engine.generalize, GENERALIZE_MULTI);
    assert_false(o.verify.reduce.enabled[REDUCE_SLICE]);
    assert_true(o.verify.reduce.enabled[REDUCE_BLOCKS]);
    assert_false(o.verify.engine.obligation_reuse);
    assert_int_equal(o.verify.load.checks, CHECK_OVERFLOW | CHECK_SHIFT);
    assert_int_equal(o.verify.load.inputs.size, 2);
    assert_int_equal(o.verify.load.clang_arguments.size, 2);
    assert_false(o.stats);
    assert_true(o.verify.evidence);
    options_release(&o);
}

static void test_passes(void **state) {
    cli_options o;
    option_error e;
    (void)state;
    assert_true(PARSE(&o, &e, "a.c", "--reduce", "slice,blocks"));
    for (int i = 0; i < REDUCE_PASSES; i++)
        assert_int_equal(o.verify.reduce.enabled[i], i == REDUCE_SLICE || i == REDUCE_BLOCKS);
    options_release(&o);
    assert_true(PARSE(&o, &e, "a.c", "--reduce", "none"));
    for (int i = 0; i < REDUCE_PASSES; i++) assert_false(o.verify.reduce.enabled[i]);
    options_release(&o);
}

static void expect_wrong(const char *pattern, int n, const char **words) {
    cli_options o;
    option_error e;
    assert_false(parse(&o, &e, n, words));
    assert_int_equal(e.status, 64);
    if (!strstr(e.message, pattern)) fail_msg("expected '%s' in '%s'", pattern, e.message);
    options_release(&o);
}
#define WRONG(pattern, ...)                                                                        \
    expect_wrong(pattern, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *),                  \
                 (const char *[]){__VA_ARGS__})

static void test_wrong(void **state) {
    (void)state;
    WRONG("did you mean '--engine'", "--engin", "bmc");
    WRONG("unknown option '--xyzzy'", "--xyzzy");
    WRONG("needs an argument", "--timeout");
    WRONG("from 0 to", "--timeout", "1e99");
    WRONG("takes a number", "--timeout", "nan");
    WRONG("whole number", "--memory", "99999999999999999999");
    WRONG("on or off", "--stats=maybe");
    WRONG("none|multi|single", "--ic3-generalize", "triple");
    WRONG("exclude each other", "--step", "f", "--entry", "g");
    WRONG("unknown pass", "--reduce", "slice,,blocks");
    WRONG("unknown option '--no-nothing'", "--no-nothing");
}

/* Every option has help, and names are unique among the options of a command. */
static void test_table(void **state) {
    (void)state;
    for (const option *a = options; a->name; a++) {
        if (a->kind == OPTION_GROUP) continue;
        assert_true(a->help && a->help[0]);
        assert_true(a->kind == OPTION_PASS || a->name[0] == '-');
        for (const option *b = a + 1; b->name; b++)
            if (b->kind != OPTION_GROUP && a->commands & b->commands && !strcmp(a->name, b->name))
                fail_msg("%s twice", a->name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_right), cmocka_unit_test(test_passes),
                                       cmocka_unit_test(test_wrong), cmocka_unit_test(test_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
