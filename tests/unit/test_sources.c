/* Task definitions, property files, compilation databases, and what a file's name tells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "frontend/sources.h"

static char directory[] = "/tmp/cinch-test-XXXXXX";

static int make_directory(void **state) {
    (void)state;
    return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state) {
    (void)state;
    char *command = mem_format("rm -rf %s", directory);
    int failed = system(command);
    mem_free(command);
    return failed;
}

/* A file in the directory; the path lives until the next call. */
static char *file(const char *name, const char *content) {
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(content, f);
    fclose(f);
    return path;
}

static uint32_t checks_of(const char *name_or_file, const char **function, input_error *error) {
    static arena memory;
    uint32_t checks = 0;
    *function = NULL;
    *error = (input_error){0};
    return property_parse(name_or_file, &memory, &checks, function, error) ? checks : 0;
}

static void test_property_names(void **state) {
    const char *function;
    input_error e;
    (void)state;
    assert_int_equal(checks_of("no-overflow", &function, &e), CHECK_OVERFLOW);
    assert_int_equal(checks_of("assert,bounds", &function, &e), CHECK_ASSERT | CHECK_BOUNDS);
    assert_int_equal(checks_of("no-overflo", &function, &e), 0);
    assert_non_null(strstr(e.message, "unknown property 'no-overflo'"));
    assert_int_equal(checks_of("", &function, &e), 0);
}

static void test_property_files(void **state) {
    const char *function;
    input_error e;
    (void)state;
    char *path = file("a.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    assert_int_equal(checks_of(path, &function, &e), CHECK_UNREACH);
    assert_null(function);
    path = file("b.prp", "CHECK( init(main()), LTL(G ! call(oops())) )\n\n");
    assert_int_equal(checks_of(path, &function, &e), CHECK_UNREACH);
    assert_string_equal(function, "oops");
    path = file("c.prp", "CHECK( init(main()), LTL(G ! overflow) )");
    assert_int_equal(checks_of(path, &function, &e), CHECK_OVERFLOW);
    path = file("t.prp", "CHECK( init(main()), LTL(F end) )\n");
    assert_int_equal(checks_of(path, &function, &e), CHECK_TERMINATION);
    path = file("d.prp", "\nCHECK( init(main()), LTL(G F end) )\n");
    assert_int_equal(checks_of(path, &function, &e), 0);
    assert_int_equal(e.line, 2);
    path = file("e.prp", "CHECK main\n");
    assert_int_equal(checks_of(path, &function, &e), 0);
    path = file("f.prp", "\n");
    assert_int_equal(checks_of(path, &function, &e), 0);
    assert_int_equal(checks_of("/nonexistent.prp", &function, &e), 0);
}

static bool expand(char *path, sources *s, input_error *e) {
    load_options o = {0};
    *s = (sources){0};
    *e = (input_error){0};
    vec_push(&o.files, path);
    bool good = sources_expand(&o, s, e);
    vec_release(&o.files);
    return good;
}

static void test_task(void **state) {
    sources s;
    input_error e;
    (void)state;
    file("p.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
    file("x.c", "int main(void) {}\n");
    assert_true(expand(file("t.yml", "format_version: '2.0'\ninput_files: 'x.c'\nproperties:\n"
                                     "  - property_file: p.prp\n    expected_verdict: true\n"
                                     "options:\n  language: C\n  data_model: ILP32\n"),
                       &s, &e));
    assert_int_equal(s.items.size, 1);
    assert_int_equal(s.items.data[0].kind, SOURCE_C);
    assert_string_equal(s.data_model, "ILP32");
    assert_int_equal(s.checks, CHECK_OVERFLOW);
    sources_release(&s);
    assert_true(expand(file("u.yml", "format_version: '1.0'\ninput_files: ['x.c']\n"), &s, &e));
    assert_int_equal(s.items.size, 1);
    assert_null(s.data_model);
    assert_int_equal(s.checks, CHECK_UNREACH | CHECK_ASSERT);
    sources_release(&s);
}

static void test_bad_tasks(void **state) {
    static const char *const bad[] = {
        "",
        "a: [",
        "format_version: '9'\ninput_files: x.c\n",
        "format_version: '2.0'\n",
        "format_version: '2.0'\ninput_files: missing.c\n",
        "format_version: '2.0'\ninput_files: x.c\noptions: {data_model: LP63}\n"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sources s;
        input_error e;
        assert_false(expand(file("bad.yml", bad[i]), &s, &e));
        assert_true(e.message[0]);
        sources_release(&s);
    }
}

static void test_compile_commands(void **state) {
    sources s;
    input_error e;
    (void)state;
    file("x.c", "int main(void) {}\n");
    file("compile_commands.json",
         "[{\"directory\": \"/tmp\", \"file\": \"x.c\", \"command\": \"cc -O2 -I 'a b' "
         "-DX=\\\"1\\\" -c x.c -o x.o\"},"
         " {\"directory\": \"/tmp\", \"file\": \"y.c\", \"arguments\": [\"cc\", \"-std=c99\", "
         "\"-Wall\", \"y.c\"]},"
         " {\"directory\": \"/tmp\", \"file\": \"z.cpp\", \"arguments\": [\"c++\"]}]");
    assert_true(expand(directory, &s, &e));
    assert_int_equal(s.items.size, 2);
    assert_string_equal(s.items.data[0].file, "/tmp/x.c");
    assert_int_equal(s.items.data[0].arguments.size, 3);
    assert_string_equal(s.items.data[0].arguments.data[1], "a b");
    assert_string_equal(s.items.data[0].arguments.data[2], "-DX=1");
    assert_int_equal(s.items.data[1].arguments.size, 1);
    sources_release(&s);
    file("compile_commands.json", "[{]");
    assert_false(expand(directory, &s, &e));
    assert_int_equal(e.line, 1);
    sources_release(&s);
}

static void test_kinds(void **state) {
    sources s;
    input_error e;
    (void)state;
    assert_int_equal(source_kind_of("a/b.c"), SOURCE_C);
    assert_int_equal(source_kind_of("a.b/c"), SOURCE_UNKNOWN);
    assert_int_equal(source_kind_of("x.btor2"), SOURCE_BTOR2);
    assert_int_equal(source_kind_of("/"), SOURCE_DIRECTORY);
    assert_false(expand("/nonexistent.c", &s, &e));
    sources_release(&s);
    assert_false(expand(file("odd.txt", "x"), &s, &e));
    sources_release(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_property_names),
        cmocka_unit_test(test_property_files),
        cmocka_unit_test(test_task),
        cmocka_unit_test(test_bad_tasks),
        cmocka_unit_test(test_compile_commands),
        cmocka_unit_test(test_kinds),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
