/* The library as a user of include/cinch.h meets it. */
#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include "cinch.h"

static char path[] = "/tmp/cinch-library-XXXXXX.c";

static void write_program(const char *code) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(code, f);
    fclose(f);
}

static int make_file(void **state) {
    (void)state;
    int fd = mkstemps(path, 2);
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state) {
    (void)state;
    return unlink(path);
}

static cinch_result *verify3(const char *a, const char *b, const char *c) {
    cinch_task *t = cinch_task_new();
    cinch_task_add(t, path);
    cinch_task_add(t, a);
    cinch_task_add(t, b);
    cinch_task_add(t, c);
    cinch_result *r = cinch_verify(t);
    cinch_task_delete(t);
    return r;
}

static cinch_result *verify(const char *option) { return verify3(option, "-v", "--timeout=60"); }

static void test_true(void **state) {
    (void)state;
    write_program(
        "extern void reach_error(void);\n"
        "int main(void) { unsigned i = 0; while (i < 9) i++; if (i != 9) reach_error(); }\n");
    cinch_result *r = verify("-v");
    assert_int_equal(cinch_result_verdict(r), CINCH_TRUE);
    assert_non_null(strstr(cinch_result_certificate(r), "(check-sat)"));
    assert_string_not_equal(cinch_result_evidence(r), "none");
    assert_non_null(strstr(cinch_result_report(r), "VERDICT: TRUE\n"));
    cinch_result_delete(r);
}

static void test_false(void **state) {
    (void)state;
    write_program("extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
                  "int main(void) { if (__VERIFIER_nondet_int() == 17) reach_error(); }\n");
    cinch_result *r = verify("--stats");
    assert_int_equal(cinch_result_verdict(r), CINCH_FALSE);
    assert_string_equal(cinch_result_detail(r), "unreach-call");
    assert_non_null(strstr(cinch_result_json(r), "\"value\": \"17\""));
    cinch_result_delete(r);
}

static void test_bad(void **state) {
    (void)state;
    write_program("int main(void) { return x; }\n");
    cinch_result *r = verify("-v");
    assert_int_equal(cinch_result_verdict(r), CINCH_BAD_INPUT);
    assert_non_null(strstr(cinch_result_messages(r), "undeclared identifier"));
    cinch_result_delete(r);
    r = verify("--nonsense");
    assert_int_equal(cinch_result_verdict(r), CINCH_USAGE);
    cinch_result_delete(r);
}

/* 2^24 + 1 is a tie that goes to 2^24, and half of the least normal float is no zero, also where
 * the caller rounds up and flushes subnormals. */
static void computes_as_the_program_does(void **state) {
    (void)state;
    write_program("extern float __VERIFIER_nondet_float(void);\n"
                  "extern void reach_error(void);\n"
                  "int main(void) {\n"
                  "    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();\n"
                  "    if (x == 16777216.0f && x + 1.0f != 16777216.0f) reach_error();\n"
                  "    if (y == 0x1p-126f && y * 0.5f == 0.0f) reach_error();\n"
                  "    return 0;\n"
                  "}\n");
    fesetround(FE_UPWARD);
#ifdef __SSE2__
    unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040); /* flush to zero, denormals are zero */
#endif
    cinch_result *r = verify("-v");
    int rounding = fegetround();
#ifdef __SSE2__
    unsigned after = _mm_getcsr();
    _mm_setcsr(before);
    assert_int_equal(after & 0x8040, 0x8040);
#endif
    fesetround(FE_TONEAREST);
    assert_int_equal(rounding, FE_UPWARD);
    assert_int_equal(cinch_result_verdict(r), CINCH_TRUE);
    cinch_result_delete(r);
}

/* Words mean what they mean on the command line, or are refused by name. */
static void test_words(void **state) {
    (void)state;
    write_program("int main(int argc, char **argv) {\n"
                  "    int a[4] = {0};\n"
                  "    if (argc > 1) a[argc & 3] = 1;\n"
                  "    return a[argc & 7];\n"
                  "}\n"
                  "int first(int *p) { return p ? *p : 0; }\n"
                  "int second(int *p) { return p ? p[1] : 0; }\n");
    cinch_result *r = verify3("--each", "--property=bounds", "--timeout=60");
    assert_int_equal(cinch_result_verdict(r), CINCH_FALSE);
    assert_non_null(strstr(cinch_result_report(r), "CHECKS: "));
    assert_non_null(strstr(cinch_result_json(r), "\"checks\""));
    cinch_result_delete(r);
    r = verify3("--entry=first", "--entry-size=4", "--property=valid-deref");
    assert_int_equal(cinch_result_verdict(r), CINCH_TRUE);
    cinch_result_delete(r);
    r = verify3("--entry=second", "--entry-size=4", "--property=valid-deref");
    assert_int_equal(cinch_result_verdict(r), CINCH_FALSE);
    cinch_result_delete(r);
    static const char *const refused[] = {"--infer", "--function=all", "--json=x.json", "--list",
                                          "--certificate=x.smt2"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char name[20];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(refused[i], "="), refused[i]);
        r = verify(refused[i]);
        assert_int_equal(cinch_result_verdict(r), CINCH_USAGE);
        assert_non_null(strstr(cinch_result_messages(r), name));
        cinch_result_delete(r);
    }
}

static void test_keep(void **state) {
    (void)state;
    char folder[] = "/tmp/cinch-library-XXXXXX", command[60];
    assert_non_null(mkdtemp(folder));
    char *keep = malloc(60);
    snprintf(keep, 60, "--keep=%s", folder);
    write_program(
        "extern void reach_error(void);\n"
        "extern unsigned __VERIFIER_nondet_uint(void);\n"
        "int main(void) { unsigned i = 0, n = __VERIFIER_nondet_uint(); while (i < n) i++;\n"
        "    if (i != n) reach_error(); }\n");
    for (int i = 0; i < 2; i++) {
        cinch_result *r = verify(keep);
        assert_int_equal(cinch_result_verdict(r), CINCH_TRUE);
        if (i) assert_string_equal(cinch_result_engine(r), "keep");
        cinch_result_delete(r);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    free(keep);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words), cmocka_unit_test(test_keep),
        cmocka_unit_test(test_true),  cmocka_unit_test(test_false),
        cmocka_unit_test(test_bad),   cmocka_unit_test(computes_as_the_program_does)};
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
