/* bmc and kinduction on small automata: verdicts, traces that replay, kinds of proof. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "engine/board.h"
#include "engine/engine.h"
#include "engine/portfolio/engines.h"
#include "engine_check.h"
#include "program/text_form.h"

#include <string.h>

typedef struct {
    terms *terms;
    program *program;
    engine_result result;
} trial;

static void run_beside(trial *t, const char *name, const char *source, board *shared) {
    input_error error = {0};
    engine_options o;
    t->terms = terms_new();
    t->program = cfa_parse(t->terms, source, strlen(source), "test.cfa", &error);
    if (!t->program) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    engine_options_default(&o);
    budget b = budget_of(300, 0);
    engine_result_init(&t->result, t->terms);
    engine_find(name)->run(t->program, &o, &b, shared, &t->result);
}

static void run_with(trial *t, const char *name, const char *source) {
    run_beside(t, name, source, NULL);
}

static void finish(trial *t) {
    engine_result_release(&t->result);
    program_delete(t->program);
    terms_delete(t->terms);
}

/* The trace, run by the interpreter, must end in the error that it names. */
static void assert_replays(trial *t) {
    input_queue *q = input_queue_new(&t->result.trace.inputs);
    run_options o = {.next_input = input_queue_next, .context = q};
    run_result r = program_run(t->program, &t->result.trace.initial, &o, NULL);
    assert_int_equal(r.end, RUN_ERROR);
    assert_int_equal(r.at.id, t->result.reached.id);
    input_queue_delete(q);
}

static const char counting[] = "var x : (_ BitVec 8);\nerror bad;\nstart entry;\nlocation head "
                               "cut;\nlocation fail error bad;\n"
                               "edge entry -> head { x := #x00 }\n";

/* The edge to the error comes first: the interpreter takes the first that is enabled. */
static void with_error(char *buffer, size_t size, const char *condition) {
    snprintf(buffer, size,
             "%sedge head -> fail { assume %s }\n"
             "edge head -> head { assume (bvult x #x0a); x := (bvadd x #x01) }\n",
             counting, condition);
}

static void constant_bounds_are_exhausted(void **state) {
    (void)state;
    char source[512];
    trial t;
    with_error(source, sizeof source, "(bvult #x0a x)");
    run_with(&t, "bmc", source);
    assert_int_equal(t.result.verdict, VERDICT_TRUE);
    assert_int_equal(t.result.proof, PROOF_UNROLLING);
    assert_int_equal(t.result.k, 12);
    finish(&t);
}

/* The second loop adds up what the first one counted: at most ten rounds each, twenty in all. */
static void loops_end_one_after_the_other(void **state) {
    (void)state;
    static const char source[] =
        "var n : (_ BitVec 8); var x : (_ BitVec 8); var y : (_ BitVec 8);\n"
        "input any nondet; error bad; start entry; location first cut; location second cut;\n"
        "location fail error bad;\n"
        "edge entry -> first { havoc n from any; assume (bvult n #x0b); x := #x00; y := #x00 }\n"
        "edge first -> first { assume (bvult x n); x := (bvadd x #x01) }\n"
        "edge first -> second { assume (not (bvult x n)) }\n"
        "edge second -> second { assume (bvult y x); y := (bvadd y #x01) }\n"
        "edge second -> fail { assume (not (bvult y x)); assume (not (= y n)) }\n";
    trial t;
    run_with(&t, "bmc/loops", source);
    assert_int_equal(t.result.verdict, VERDICT_TRUE);
    assert_int_equal(t.result.proof, PROOF_UNWINDING);
    assert_int_equal(t.result.k, 11);
    finish(&t);
}

/* Once a loop has ended, as long as the next takes no more than twice its rounds and a few. */
static void an_unwinding_says_that_it_ends(void **state) {
    (void)state;
    static const struct {
        const char *second;
        bool ending;
    } cases[] = {{"#x0a", true}, {"#x25", true}, {"#x40", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char source[512];
        trial t;
        board *shared = board_new();
        snprintf(source, sizeof source,
                 "var x : (_ BitVec 8);\nerror bad; start entry; location first cut;\n"
                 "location second cut; location fail error bad;\n"
                 "edge entry -> first { x := #x00 }\n"
                 "edge first -> first { assume (bvult x #x0a); x := (bvadd x #x01) }\n"
                 "edge first -> second { assume (= x #x0a); x := #x00 }\n"
                 "edge second -> second { assume (bvult x %s); x := (bvadd x #x01) }\n"
                 "edge second -> fail { assume (= x #xff) }\n",
                 cases[i].second);
        assert_false(board_ending(shared));
        run_beside(&t, "bmc/loops", source, shared);
        assert_int_equal(t.result.verdict, VERDICT_TRUE);
        assert_int_equal(board_ending(shared), cases[i].ending);
        finish(&t);
        board_delete(shared);
    }
}

static void unwinding_finds_violations(void **state) {
    (void)state;
    char source[512];
    trial t;
    with_error(source, sizeof source, "(= x #x07)");
    run_with(&t, "bmc/loops", source);
    assert_int_equal(t.result.verdict, VERDICT_FALSE);
    assert_int_equal(t.result.trace.edges.size, 9);
    assert_replays(&t);
    finish(&t);
}

static void a_violation_is_found_at_its_depth(void **state) {
    (void)state;
    char source[512];
    trial t;
    with_error(source, sizeof source, "(= x #x07)");
    run_with(&t, "bmc", source);
    assert_int_equal(t.result.verdict, VERDICT_FALSE);
    assert_int_equal(t.result.trace.edges.size, 9);
    assert_replays(&t);
    finish(&t);
}

static const char inputs[] =
    "var x : (_ BitVec 8);\nvar y : (_ BitVec 8);\ninput a nondet;\ninput b nondet;\nerror "
    "bad;\nstart entry;\n"
    "location head cut;\nlocation fail error bad;\n"
    "edge entry -> head { x := #x00; havoc y from b }\n"
    "edge head -> fail { assume (= x #x2a) }\n"
    "edge head -> head { havoc y from a; { assume (= y #x03); x := (bvadd x y) } [] "
    "  { assume (not (= y #x03)); havoc y from b; x := (bvmul x y) } }\n";

static void inputs_come_in_order(void **state) {
    (void)state;
    trial t;
    run_with(&t, "bmc", inputs);
    assert_int_equal(t.result.verdict, VERDICT_FALSE);
    assert_replays(&t);
    finish(&t);
}

/* Both alternatives are enabled: merging must not commit to the first. */
static void free_choices_lose_no_path(void **state) {
    (void)state;
    trial t;
    run_with(
        &t, "bmc",
        "var x : (_ BitVec 8);\nerror bad;\nstart entry;\nlocation mid;\nlocation fail error bad;\n"
        "edge entry -> mid { { x := #x01 } [] { x := #x02 } [] { x := #x03 } }\n"
        "edge mid -> fail { assume (= x #x02) }\n");
    assert_int_equal(t.result.verdict, VERDICT_FALSE);
    finish(&t);
}

static void free_edges_lose_no_path(void **state) {
    (void)state;
    trial t;
    run_with(
        &t, "bmc",
        "var x : (_ BitVec 8);\nerror bad;\nstart entry;\nlocation mid;\nlocation fail error bad;\n"
        "edge entry -> mid { x := #x01 }\nedge entry -> mid { x := #x02 }\nedge entry -> mid { x "
        ":= #x03 }\n"
        "edge mid -> fail { assume (= x #x02) }\n");
    assert_int_equal(t.result.verdict, VERDICT_FALSE);
    finish(&t);
}

static void a_limit_is_no_violation_and_no_proof(void **state) {
    (void)state;
    trial t;
    run_with(&t, "bmc",
             "var x : (_ BitVec 8);\nlimit deep \"recursion\";\nerror bad;\nstart entry;\nlocation "
             "over error deep;\n"
             "location fail error bad;\n"
             "edge entry -> over { assume (= x #x02) }\nedge entry -> fail { assume false }\n");
    assert_int_equal(t.result.verdict, VERDICT_UNKNOWN);
    assert_string_equal(t.result.reason, "recursion");
    finish(&t);
}

static void loop_free_proofs_need_no_unrolling(void **state) {
    (void)state;
    trial t;
    run_with(&t, "bmc",
             "var x : (_ BitVec 8);\nerror bad;\nstart entry;\nlocation fail error bad;\n"
             "edge entry -> fail { assume (bvult x #x05); assume (bvult #x05 x) }\n");
    assert_int_equal(t.result.verdict, VERDICT_TRUE);
    assert_int_equal(t.result.proof, PROOF_INVARIANT);
    finish(&t);
}

static const char unbounded[] = "var x : (_ BitVec 32);\nvar y : (_ BitVec 32);\nvar go : "
                                "Bool;\ninput in nondet;\nerror bad;\nstart entry;\n"
                                "location head cut;\nlocation fail error bad;\n"
                                "edge entry -> head { x := #x00000000; y := #x00000000 }\n"
                                "edge head -> head { havoc go from in; assume go; x := (bvadd x "
                                "#x00000001); y := (bvadd y #x00000001) }\n";

static void guessed_equations_prove(void **state) {
    (void)state;
    char source[768];
    trial t;
    snprintf(source, sizeof source, "%sedge head -> fail { assume (not (= x y)) }\n", unbounded);
    run_with(&t, "kinduction", source);
    assert_int_equal(t.result.verdict, VERDICT_TRUE);
    assert_int_equal(t.result.proof, PROOF_INVARIANT);
    finish(&t);
}

/* x cycles through 0, 1, 2: `x is not 3` is not inductive when x = 9 leads to 3, but 2-inductive.
 */
static void longer_steps_prove(void **state) {
    (void)state;
    trial t;
    run_with(
        &t, "kinduction",
        "var x : (_ BitVec 8);\nerror bad;\nstart entry;\nlocation head cut;\nlocation fail error "
        "bad;\n"
        "edge entry -> head { x := #x00 }\n"
        "edge head -> head { x := (ite (= x #x00) #x01 (ite (= x #x01) #x02 (ite (= x #x02) #x00 "
        "  (ite (= x #x07) #x08 (ite (= x #x08) #x03 #x09))))) }\n"
        "edge head -> fail { assume (= x #x03) }\n");
    assert_int_equal(t.result.verdict, VERDICT_TRUE);
    finish(&t);
}

static void kinduction_finds_violations_too(void **state) {
    (void)state;
    trial t;
    run_with(&t, "kinduction", inputs);
    assert_int_equal(t.result.verdict, VERDICT_FALSE);
    assert_replays(&t);
    finish(&t);
}

static bool has_simple_paths(const trial *t) {
    for (uint32_t i = 0; i < t->result.stats.items.size; i++)
        if (!strcmp(t->result.stats.items.data[i].name, "simple-path constraints"))
            return t->result.stats.items.data[i].value > 0;
    return false;
}

/* The program goes from (0, 5) to (1, 6) and back, for (m, x * x + y). In (0, 6), which it never is
 * in, it may stay, or go on to (1, 5) and from there wrong. No number of segments shows that it
 * does not, simple paths do, and the invariant made of them must be inductive. */
static void simple_paths_make_an_invariant(void **state) {
    (void)state;
    trial t;
#define SUM_IS(m, n) "assume (and (= m #b" m ") (= (bvadd (bvmul x x) y) #b" n "))"
    run_with(
        &t, "kinduction",
        "var x : (_ BitVec 5);\nvar y : (_ BitVec 5);\nvar m : (_ BitVec 1);\nerror bad;\nstart "
        "entry;\n"
        "location head cut;\nlocation fail error bad;\n"
        "edge entry -> head { " SUM_IS(
            "0",
            "00101") " }\n"
                     "edge head -> head { " SUM_IS(
                         "0",
                         "00101") "; m := #b1; y := (bvadd y #b00001) }\n"
                                  "edge head -> head { " SUM_IS(
                                      "1",
                                      "00110") "; m := #b0; y := (bvsub y #b00001) }\n"
                                               "edge head -> head { " SUM_IS(
                                                   "0",
                                                   "00110") " }\n"
                                                            "edge head -> head { " SUM_IS(
                                                                "0",
                                                                "00110") "; m := #b1; y := (bvsub "
                                                                         "y #b00001) }\n"
                                                                         "edge head -> fail "
                                                                         "{ " SUM_IS(
                                                                             "1", "00101") " }\n");
#undef SUM_IS
    assert_int_equal(t.result.verdict, VERDICT_TRUE);
    assert_int_equal(t.result.proof, PROOF_INVARIANT);
    assert_true(has_simple_paths(&t));
    assert_null(check_segments(t.program, &t.result));
    finish(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_bounds_are_exhausted),
        cmocka_unit_test(loops_end_one_after_the_other),
        cmocka_unit_test(an_unwinding_says_that_it_ends),
        cmocka_unit_test(unwinding_finds_violations),
        cmocka_unit_test(a_violation_is_found_at_its_depth),
        cmocka_unit_test(inputs_come_in_order),
        cmocka_unit_test(free_choices_lose_no_path),
        cmocka_unit_test(free_edges_lose_no_path),
        cmocka_unit_test(a_limit_is_no_violation_and_no_proof),
        cmocka_unit_test(loop_free_proofs_need_no_unrolling),
        cmocka_unit_test(guessed_equations_prove),
        cmocka_unit_test(longer_steps_prove),
        cmocka_unit_test(kinduction_finds_violations_too),
        cmocka_unit_test(simple_paths_make_an_invariant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
