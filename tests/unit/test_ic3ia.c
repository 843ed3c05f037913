/* Refinement of ic3ia: the trace of refinements of the paper's example (Sect. 3.5), and every
 * strategy on systems that need it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "engine/ic3/predicates/ic3ia.h"
#include "engine/ic3/predicates/predicates.h"
#include "engine_check.h"
#include "frontend/ts/ts.h"
#include "term/smtlib.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    terms *terms;
    program *program;
    engine_result result;
} trial;

/* c' = c + d, d' = d + 1 from zero. */
static void counting(char *buffer, size_t size, const char *claim) {
    snprintf(
        buffer, size,
        "(declare-fun c () Int)(declare-fun d () Int)(declare-fun c1 () Int)(declare-fun d1 () Int)"
        "(define-fun .c () Int (! c :next c1))(define-fun .d () Int (! d :next d1))"
        "(define-fun .i () Bool (! (and (= c 0) (= d 0)) :init true))"
        "(define-fun .t () Bool (! (and (= c1 (+ c d)) (= d1 (+ d 1))) :trans true))"
        "(define-fun .p () Bool (! %s :invar-property 0))",
        claim);
}

static void load_system(trial *t, const char *source) {
    input_error error = {0};
    text unsupported = {0};
    t->terms = terms_new();
    t->program = vmt_load(t->terms, source, strlen(source), "test.vmt", &error, &unsupported);
    if (!t->program) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    engine_result_init(&t->result, t->terms);
}

static void load(trial *t, const char *claim) {
    char source[1024];
    counting(source, sizeof source, claim);
    load_system(t, source);
}

static void run_with(trial *t, const char *claim, engine_options *o) {
    budget b = budget_of(300, 0);
    load(t, claim);
    ic3ia_run(t->program, o, &b, NULL, &t->result);
}

static void finish(trial *t) {
    engine_result_release(&t->result);
    program_delete(t->program);
    terms_delete(t->terms);
}

static double counter(const trial *t, const char *name) {
    for (uint32_t i = 0; i < t->result.stats.items.size; i++)
        if (!strcmp(t->result.stats.items.data[i].name, name))
            return t->result.stats.items.data[i].value;
    fail_msg("no counter %s", name);
    return 0;
}

static bool has(const trial *t, uint32_t refinement, const char *expected) {
    bool found = false;
    for (uint32_t i = 0; i < t->result.predicates.size; i++) {
        const struct predicate_found *f = &t->result.predicates.data[i];
        text printed = {0};
        smtlib_term(t->terms, f->atom, &printed);
        found |= (!refinement || f->refinement == refinement) &&
                 !strcmp(text_string(&printed), expected);
        text_release(&printed);
    }
    return found;
}

/* Every refinement brings something, nothing comes twice, and the counters agree with the trace. */
static void assert_trace(const trial *t) {
    uint32_t last = 0, n = t->result.predicates.size;
    for (uint32_t i = 0; i < n; i++) {
        const struct predicate_found *f = &t->result.predicates.data[i];
        assert_true(f->refinement == last || f->refinement == last + 1);
        assert_true(f->steps >= 2);
        last = f->refinement;
        for (uint32_t j = 0; j < i; j++)
            assert_false(same(f->atom, t->result.predicates.data[j].atom) &&
                         same_loc(f->at, t->result.predicates.data[j].at));
    }
    assert_int_equal(last, (uint32_t)counter(t, "refinements"));
    assert_int_equal(n, (uint32_t)counter(t, "predicates"));
}

static const char safe[] = "(or (<= d 3) (not (<= c d)))", unsafe[] = "(<= c 10)";

static void plain_options(engine_options *o, int refine) {
    engine_options_default(o);
    o->ia_seed = o->ia_relate = false; /* the strategies by themselves */
    o->refine = refine;
}

/* The bound on d is pushed back along longer and longer paths, until c is compared with d. */
static void the_example_is_refined_step_by_step(void **state) {
    (void)state;
    engine_options o;
    trial t;
    plain_options(&o, REFINE_WP);
    run_with(&t, safe, &o);
    assert_int_equal(t.result.verdict, VERDICT_TRUE);
    assert_null(check_invariant(t.program, &t.result));
    assert_trace(&t);
    static const char *const bounds[] = {"(<= d 3)", "(<= d 2)", "(<= d 1)", "(<= d 0)"};
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(has(&t, i + 1, bounds[i]));
        assert_int_equal(t.result.predicates.data[i].steps, i + 2);
    }
    assert_true(has(&t, 5, "(<= c d)"));
    assert_int_equal((int)counter(&t, "refinements"), 5);
    assert_int_equal((int)counter(&t, "refinements completed by interpolation"), 0);
    finish(&t);
}

static void every_strategy_proves_the_example(void **state) {
    (void)state;
    for (int refine = REFINE_CORE; refine <= REFINE_INTERPOLATION; refine++) {
        engine_options o;
        trial t;
        plain_options(&o, refine);
        run_with(&t, safe, &o);
        assert_int_equal(t.result.verdict, VERDICT_TRUE);
        assert_null(check_invariant(t.program, &t.result));
        assert_trace(&t);
        assert_true(has(&t, 1, "(<= d 3)"));
        assert_true(has(&t, 0, "(<= c d)"));
        finish(&t);
    }
}

static void every_strategy_finds_the_violation(void **state) {
    (void)state;
    for (int refine = REFINE_CORE; refine <= REFINE_INTERPOLATION; refine++) {
        engine_options o;
        trial t;
        plain_options(&o, refine);
        run_with(&t, unsafe, &o);
        assert_int_equal(t.result.verdict, VERDICT_FALSE);
        assert_int_equal(t.result.trace.edges.size, 8); /* c is 0 0 1 3 6 10 15 */
        assert_trace(&t);
        finish(&t);
    }
}

/* Without minimization there are at least as many predicates, and the same verdict. */
static void minimization_only_drops(void **state) {
    (void)state;
    double predicates[2];
    for (int minimize = 0; minimize < 2; minimize++) {
        engine_options o;
        trial t;
        plain_options(&o, REFINE_WP);
        o.ia_minimize = minimize;
        run_with(&t, safe, &o);
        assert_int_equal(t.result.verdict, VERDICT_TRUE);
        assert_null(check_invariant(t.program, &t.result));
        predicates[minimize] = counter(&t, "predicates");
        if (minimize) assert_true(counter(&t, "predicates minimized away") > 0);
        else assert_int_equal((int)counter(&t, "predicates minimized away"), 0);
        finish(&t);
    }
    assert_true(predicates[1] < predicates[0]);
}

/* Proofs give interpolants. A solver that does not interpolate leaves all to our own interpolation;
 * one that is not there is said. */
static void an_interpolator_may_be_silent_or_missing(void **state) {
    (void)state;
    engine_options o;
    trial t;
    plain_options(&o, REFINE_INTERPOLATION);
    o.ia_interpolator = "z3";
    run_with(&t, safe, &o);
    assert_int_equal(t.result.verdict, VERDICT_TRUE);
    assert_true(counter(&t, "refinements completed by interpolation") > 0);
    finish(&t);
    o.ia_interpolator = "auto";
    run_with(&t, safe, &o);
    assert_int_equal(t.result.verdict, VERDICT_TRUE);
    assert_true(counter(&t, "refinements") > 0);
    assert_int_equal((int)counter(&t, "refinements completed by interpolation"), 0);
    finish(&t);
    o.ia_interpolator = "wombat";
    run_with(&t, safe, &o);
    assert_int_equal(t.result.verdict, VERDICT_UNKNOWN);
    finish(&t);
}

/* s goes 0, 2, 5, 0 and so on; r follows a round later; n counts. */
static const char wheel[] =
    "(declare-fun s () Real)(declare-fun r () Real)(declare-fun n () Real)"
    "(declare-fun s1 () Real)(declare-fun r1 () Real)(declare-fun n1 () Real)"
    "(define-fun .s () Real (! s :next s1))(define-fun .r () Real (! r :next r1))(define-fun .n () "
    "Real (! n :next n1))"
    "(define-fun .i () Bool (! (and (= s 0.0) (= r 2.0) (= n 0.0)) :init true))"
    "(define-fun .t () Bool (! (and (= s1 (ite (= s 0.0) 2.0 (ite (= s 2.0) 5.0 0.0))) (= r1 s)"
    " (= n1 (ite (< n 9.0) (+ n 1.0) (* 2.0 n)))) :trans true))"
    "(define-fun .p () Bool (! (and (not (= r 1.0)) (<= 0.0 s) (or (<= s 2.0) (<= 5.0 r s) (< n "
    "9.0) (not (= r 5.0)))) :invar-property 0))";

static void few_values_need_no_refinement(void **state) {
    (void)state;
    for (int with = 0; with < 2; with++) {
        engine_options o;
        trial t;
        plain_options(&o, REFINE_INTERPOLATION);
        o.ia_seed = true;
        o.ia_values = with;
        load_system(&t, wheel);
        budget b = budget_of(300, 0);
        ic3ia_run(t.program, &o, &b, NULL, &t.result);
        assert_int_equal(t.result.verdict, VERDICT_TRUE);
        assert_null(check_invariant(t.program, &t.result));
        if (with) assert_int_equal((int)counter(&t, "refinements"), 0);
        else assert_true(counter(&t, "refinements") > 0);
        finish(&t);
    }
}

/* The claim needs what is known about s alone; what is known about r is in no certificate. */
static const char apart[] =
    "(declare-fun s () Real)(declare-fun r () Real)(declare-fun s1 () Real)(declare-fun r1 () Real)"
    "(define-fun .s () Real (! s :next s1))(define-fun .r () Real (! r :next r1))"
    "(define-fun .i () Bool (! (and (= s 0.0) (= r 2.0)) :init true))"
    "(define-fun .t () Bool (! (and (= s1 (ite (= s 0.0) 2.0 (ite (= s 2.0) 5.0 0.0))) (= r1 (- "
    "9.0 r))) :trans true))"
    "(define-fun .p () Bool (! (or (<= 0.0 s) (= r 3.0)) :invar-property 0))";

static void facts_without_use_are_left_out(void **state) {
    (void)state;
    engine_options o;
    trial t;
    term_vec vars = {0};
    map seen = {0};
    engine_options_default(&o);
    load_system(&t, apart);
    budget b = budget_of(300, 0);
    ic3ia_run(t.program, &o, &b, NULL, &t.result);
    assert_int_equal(t.result.verdict, VERDICT_TRUE);
    assert_null(check_invariant(t.program, &t.result));
    for (loc l = {0}; l.id < t.result.invariant.size; l.id++)
        term_vars(t.terms, t.result.invariant.data[l.id], &seen, &vars);
    assert_int_equal(vars.size, 1);
    assert_string_equal(term_name(t.terms, vars.data[0]), "s");
    map_release(&seen);
    vec_release(&vars);
    finish(&t);
}

/* Two loops that count k up, by n and by m, and one that counts it down by n + m: k stays above 0
 * there. No path of any length has all numbers of the proof. */
static const char counted[] =
    "(set-logic HORN)(declare-fun up (Int Int Int Int) Bool)(declare-fun more (Int Int Int Int) "
    "Bool)(declare-fun down (Int Int Int Int) Bool)"
    "(assert (forall ((n Int) (m Int)) (up 0 0 n m)))"
    "(assert (forall ((k Int) (i Int) (n Int) (m Int)) (=> (and (up k i n m) (< i n)) (up (+ k 1) "
    "(+ i 1) n m))))"
    "(assert (forall ((k Int) (i Int) (n Int) (m Int)) (=> (and (up k i n m) (>= i n)) (more k 0 n "
    "m))))"
    "(assert (forall ((k Int) (i Int) (n Int) (m Int)) (=> (and (more k i n m) (< i m)) (more (+ k "
    "1) (+ i 1) n m))))"
    "(assert (forall ((k Int) (i Int) (n Int) (m Int)) (=> (and (more k i n m) (>= i m)) (down k 0 "
    "n m))))"
    "(assert (forall ((k Int) (i Int) (n Int) (m Int)) (=> (and (down k i n m) (< i (+ n m))) "
    "(down (- k 1) (+ i 1) n m))))"
    "(assert (forall ((k Int) (i Int) (n Int) (m Int)) (=> (and (down k i n m) (< i (+ n m)) (<= k "
    "0)) false)))(check-sat)";

static void inequalities_of_many_variables_are_known_first(void **state) {
    (void)state;
    engine_options o;
    trial t = {.terms = terms_new()};
    input_error error = {0};
    text unsupported = {0};
    engine_options_default(&o);
    t.program = horn_load(t.terms, counted, strlen(counted), "test.smt2", &error, &unsupported);
    if (!t.program) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    engine_result_init(&t.result, t.terms);
    budget b = budget_of(300, 0);
    ic3ia_run(t.program, &o, &b, NULL, &t.result);
    assert_int_equal(t.result.verdict, VERDICT_TRUE);
    assert_null(check_invariant(t.program, &t.result));
    assert_int_equal((int)counter(&t, "refinements"), 0);
    finish(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_is_refined_step_by_step),
        cmocka_unit_test(every_strategy_proves_the_example),
        cmocka_unit_test(every_strategy_finds_the_violation),
        cmocka_unit_test(minimization_only_drops),
        cmocka_unit_test(an_interpolator_may_be_silent_or_missing),
        cmocka_unit_test(few_values_need_no_refinement),
        cmocka_unit_test(inequalities_of_many_variables_are_known_first),
        cmocka_unit_test(facts_without_use_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
