/* One verdict over many checks, part by part: each part is proved from the others, and a violation
 * in any part is one of the whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "verify/each.h"

#include <stdlib.h>
#include <unistd.h>

/* Checks of two kinds, neither of which the reductions decide: an index below another, and a sum
 * that keeps step with a counter. */
static const char program_text_with[] =
    "#include <assert.h>\n"
    "extern unsigned __VERIFIER_nondet_uint(void);\n"
    "int main(void) {\n"
    "    int a[8] = {0};\n"
    "    unsigned n = __VERIFIER_nondet_uint() %% %d, j = 0, sum = 0;\n"
    "    for (unsigned i = 0; i < n; i++) {\n"
    "        if (__VERIFIER_nondet_uint()) a[j++] = 1;\n"
    "        sum += 2;\n"
    "    }\n"
    "    assert(sum %s 2 * n);\n"
    "    return 0;\n"
    "}\n";

static enum verdict by_parts(int size, const char *relation, uint32_t *parts) {
    char directory[] = "/tmp/cinch-test-XXXXXX";
    verify_options o;
    verification v;
    text code = {0};
    assert_non_null(mkdtemp(directory));
    char *file = mem_format("%s/program.c", directory);
    text_print(&code, program_text_with, size, relation);
    assert_true(text_write_file(&code, file));
    verify_options_default(&o);
    o.seconds = 300;
    o.load.checks = CHECK_BOUNDS | CHECK_ASSERT;
    vec_push(&o.load.files, file);
    verify_model plain = model_plain(&o);
    verification_init(&v, &o, &plain);
    assert_true(verify_load(&o, &v));
    assert_true(verify_has_parts(&o, &v));
    assert_true(verify_by_parts(&o, &v));
    enum verdict found = v.verdict;
    *parts = v.parts;
    assert_int_not_equal(v.evidence.level, EVIDENCE_NONE);
    verification_release(&v);
    vec_release(&o.load.files);
    text_release(&code);
    unlink(file);
    rmdir(directory);
    mem_free(file);
    return found;
}

static void parts_prove(void **state) {
    (void)state;
    uint32_t parts;
    assert_int_equal(by_parts(9, "==", &parts), VERDICT_TRUE);
    assert_true(parts > 1);
}

static void parts_find(void **state) {
    (void)state;
    uint32_t parts;
    assert_int_equal(by_parts(10, "==", &parts), VERDICT_FALSE); /* a[8] */
    assert_int_equal(by_parts(9, "!=", &parts), VERDICT_FALSE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(parts_prove), cmocka_unit_test(parts_find)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
