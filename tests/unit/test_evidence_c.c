/* Evidence about C programs: compiled tests, witnesses, annotated sources. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/child.h"
#include "engine/portfolio/engines.h"
#include "frontend/load/load.h"
#include "base/fail.h"
#include "evidence/evidence.h"
#include "verify/verify.h"

#include <stdlib.h>
#include <unistd.h>

static const char guarded_loop[] = "extern int __VERIFIER_nondet_int(void);\n"
                                   "extern unsigned char __VERIFIER_nondet_uchar(void);\n"
                                   "void reach_error(void) { }\n"
                                   "int main(void) {\n"
                                   "    int x = __VERIFIER_nondet_int(), n = 0;\n"
                                   "    while (n < 3) {\n"
                                   "        if (__VERIFIER_nondet_uchar() > 200) n++;\n"
                                   "        else return 0;\n"
                                   "    }\n"
                                   "    if (x - n == LIMIT) reach_error();\n"
                                   "    return 0;\n"
                                   "}\n";

typedef struct {
    char directory[32];
    char *file;
    load_options load;
    terms *t;
    program *p;
    engine_result r;
    evidence e;
    budget b;
} trial;

static void put(const char *path, const char *limit) {
    text t = {0};
    text_print(&t, "#define LIMIT %s\n%s", limit, guarded_loop);
    assert_true(text_write_file(&t, path));
    text_release(&t);
}

static void load(trial *x, const char *limit, const char *data_model) {
    memset(x, 0, sizeof *x);
    strcpy(x->directory, "/tmp/cinch-test-XXXXXX");
    assert_non_null(mkdtemp(x->directory));
    x->file = mem_format("%s/program.c", x->directory);
    put(x->file, limit);
    vec_push(&x->load.files, x->file);
    x->load.data_model = data_model;
    x->b = budget_of(100, 0);
    x->t = terms_new();
    text messages = {0}, reason = {0};
    enum load_status status;
    x->p = frontend_load(x->t, &x->load, &status, &messages, &reason);
    if (!x->p) fail_msg("%s%s", text_string(&messages), text_string(&reason));
    text_release(&messages);
    text_release(&reason);
    engine_options o;
    engine_options_default(&o);
    engine_result_init(&x->r, x->t);
    engine_find("bmc")->run(x->p, &o, &x->b, NULL, &x->r);
    evidence_init(&x->e, x->t);
}

static bool check(trial *x) {
    evidence_options how = {.load = &x->load, .title = "test", .keep_failed = x->directory};
    bool good = evidence_for(x->p, NULL, x->p, &x->r, &how, &x->b, &x->e);
    return good;
}

static void finish(trial *x) {
    char *command = mem_format("rm -rf %s", x->directory);
    assert_int_equal(system(command), 0);
    mem_free(command);
    evidence_release(&x->e);
    engine_result_release(&x->r);
    program_delete(x->p);
    terms_delete(x->t);
    vec_release(&x->load.files);
    mem_free(x->file);
}

/* Compile the generated test with the program as it is now, by hand, as a user would. */
static int run_by_hand(trial *x) {
    char *test = mem_format("%s/test.c", x->directory), *out = mem_format("%s/test", x->directory);
    char *object = mem_format("%s/program.o", x->directory);
    assert_true(text_write_file(&x->e.test, test));
    child_limits limits = {.seconds = 60};
    char *compile[] = {"clang-19", "-w", "-c", x->file, "-o", object, NULL};
    char *weaken[] = {"objcopy", "--weaken-symbol=reach_error", object, NULL};
    char *link[] = {"clang-19", "-w", object, test, "-o", out, NULL};
    assert_int_equal(child_run(compile, NULL, NULL, NULL, limits).status, 0);
    assert_int_equal(child_run(weaken, NULL, NULL, NULL, limits).status, 0);
    assert_int_equal(child_run(link, NULL, NULL, NULL, limits).status, 0);
    int status = child_run((char *[]){out, NULL}, NULL, NULL, NULL, limits).status;
    mem_free(test);
    mem_free(out);
    mem_free(object);
    return status;
}

static void test_executed(void **state) {
    (void)state;
    trial x;
    load(&x, "-77", "LP64");
    assert_int_equal(x.r.verdict, VERDICT_FALSE);
    assert_true(check(&x));
    if (x.e.level != EVIDENCE_EXECUTED) fail_msg("%s", x.e.why);
    assert_int_equal(x.e.inputs.items.size, 4);
    assert_int_equal(run_by_hand(&x), 107);
    put(x.file, "x + 1"); /* the bug is fixed */
    assert_int_equal(run_by_hand(&x), 0);
    finish(&x);
}

static void test_executed_i386(void **state) {
    (void)state;
    trial x;
    load(&x, "-77", "ILP32");
    assert_true(check(&x));
    if (x.e.level != EVIDENCE_EXECUTED) fail_msg("%s", x.e.why);
    finish(&x);
}

/* The program that is compiled is not the one that was verified: a wrong model looks the same. */
static void test_missed(void **state) {
    (void)state;
    trial x;
    load(&x, "-77", "LP64");
    put(x.file, "-78");
    assert_false(check(&x));
    assert_int_equal(x.r.verdict, VERDICT_UNKNOWN);
    assert_non_null(strstr(x.e.why, "compiled test"));
    finish(&x);
}

static enum witness_status validate(trial *x, enum verdict v, const char *from, const char *to) {
    text written = {0}, changed = {0};
    witness_task task = {.load = &x->load, .version = "test"};
    assert_true(witness_write(x->p, v, &x->e, &task, &written));
    const char *at = from ? strstr(text_string(&written), from) : NULL;
    if (from) {
        assert_non_null(at);
        text_bytes(&changed, written.data, (size_t)(at - written.data));
        text_add(&changed, to);
        text_add(&changed, at + strlen(from));
    } else text_add(&changed, text_string(&written));
    char *file = mem_format("%s/witness.yml", x->directory);
    assert_true(text_write_file(&changed, file));
    verify_options how;
    verification run;
    verify_options_default(&how);
    how.load = x->load;
    how.witness = file;
    how.seconds = 60;
    verify_run(&how, &run);
    enum witness_status status = run.witness.status;
    verification_release(&run);
    mem_free(file);
    text_release(&written);
    text_release(&changed);
    return status;
}

static void test_violation_witness(void **state) {
    (void)state;
    trial x;
    load(&x, "-77", "LP64");
    assert_true(check(&x));
    assert_int_equal(validate(&x, VERDICT_FALSE, NULL, NULL), WITNESS_CONFIRMED);
    assert_int_equal(validate(&x, VERDICT_FALSE, "\\\\result == -74", "\\\\result == -73"),
                     WITNESS_REJECTED);
    assert_int_equal(validate(&x, VERDICT_FALSE, "violation_sequence", "nothing_known"),
                     WITNESS_BAD);
    finish(&x);
}

static void test_correctness_witness(void **state) {
    (void)state;
    trial x;
    load(&x, "x", "LP64"); /* n is 3 there, never 0 */
    for (loc l = {0}; l.id < x.p->locations.size; l.id++) {
        term inv = {0};
        for (uint32_t i = 0; i < x.p->variables.size; i++) {
            term var = x.p->variables.data[i].var;
            if (!x.p->locations.data[l.id].cut ||
                strcmp(program_text(x.p, x.p->variables.data[i].name), "n"))
                continue;
            inv = term_2(x.t, OP_BVULE, var, term_bv(x.t, term_width(x.t, var), 3));
        }
        vec_push(&x.e.invariant, inv);
    }
    assert_int_equal(validate(&x, VERDICT_TRUE, NULL, NULL), WITNESS_CONFIRMED);
    text annotated = {0};
    assert_true(annotate_source(x.p, &x.e, x.file, &annotated, NULL));
    assert_non_null(strstr(text_string(&annotated), "    /*@ loop invariant "));
    assert_non_null(strstr(text_string(&annotated), "*/\n    while (n < 3) {"));
    text_release(&annotated);
    for (loc l = {0}; l.id < x.p->locations.size; l.id++)
        if (x.e.invariant.data[l.id].id)
            x.e.invariant.data[l.id] = term_not(x.t, x.e.invariant.data[l.id]);
    assert_int_equal(validate(&x, VERDICT_TRUE, NULL, NULL), WITNESS_REJECTED);
    finish(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_executed),
        cmocka_unit_test(test_executed_i386),
        cmocka_unit_test(test_missed),
        cmocka_unit_test(test_violation_witness),
        cmocka_unit_test(test_correctness_witness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
