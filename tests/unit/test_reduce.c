/* Each reduction on a small program that shows what it does, and what it must not do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "evidence/evidence.h"
#include "engine/portfolio/engines.h"
#include "program/interpret.h"
#include "program/text_form.h"
#include "reduce/reduce.h"
#include "term/smtlib.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    terms *t;
    program *before, *after;
    reduction x;
    text printed;
} trial;

static void setup(trial *r, const char *source) {
    input_error error = {0};
    *r = (trial){.t = terms_new()};
    r->before = cfa_parse(r->t, source, strlen(source), "test.cfa", &error);
    if (!r->before) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    program_mark_cuts(r->before);
}

static void reduce_with(trial *r, const reduce_options *o) {
    r->after = reduce_program(r->before, o, NULL, &r->x);
    program_check(r->after);
    cfa_print(r->after, &r->printed);
}

/* All passes, or only the named ones (ended by NULL). */
static void reduce_all(trial *r, const char *source) {
    reduce_options o;
    reduce_options_default(&o);
    setup(r, source);
    reduce_with(r, &o);
}

static void reduce_only(trial *r, const char *source, const char *const *passes) {
    reduce_options o;
    reduce_options_default(&o);
    for (int i = 0; i < REDUCE_PASSES; i++) o.enabled[i] = false;
    for (; *passes; passes++) {
        assert_true(reduce_pass_find(*passes) >= 0);
        o.enabled[reduce_pass_find(*passes)] = true;
    }
    setup(r, source);
    reduce_with(r, &o);
}

#define ONLY(...)                                                                                  \
    (const char *const[]) { __VA_ARGS__, NULL }

static void finish(trial *r) {
    text_release(&r->printed);
    reduction_release(&r->x);
    program_delete(r->after);
    program_delete(r->before);
    terms_delete(r->t);
}

static bool says(trial *r, const char *what) {
    return strstr(text_string(&r->printed), what) != NULL;
}

static uint32_t live_edges(const program *p) {
    uint32_t n = 0;
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) n += !p->edges.data[i.id].removed;
    return n;
}

static bool has_error(const program *p) {
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (program_is_error(p, l)) return true;
    return false;
}

static const char head[] =
    "var x : (_ BitVec 8); var y : (_ BitVec 8); var z : (_ BitVec 8);"
    "input i nondet; input j nondet; error bad; start s; location e error bad;";

#define PROGRAM(body)                                                                              \
    static char source[4096];                                                                      \
    snprintf(source, sizeof source, "%s%s", head, body)

static void diverging_loop_stays(void **state) {
    (void)state;
    trial r;
    PROGRAM("edge s -> l { x := #x00 } edge l -> l { assume true; x := (bvadd x #x01) } edge l -> "
            "e { assume false }");
    reduce_all(&r, source);
    assert_false(has_error(r.after)); /* while (1); error(); */
    finish(&r);
}

/* The loop does not matter for the value of y, but whether it ends does: its guard must stay. */
static void guard_of_loop_stays(void **state) {
    (void)state;
    trial r;
    PROGRAM("edge s -> l { havoc x from i; y := #x01 } edge l -> l { assume (not (= x #x07)); x := "
            "(bvadd x #x02) }"
            "edge l -> e { assume (= x #x07); assume (= y #x01) }");
    reduce_all(&r, source);
    assert_true(has_error(r.after));
    assert_true(says(&r, "(= x #x07)"));
    assert_false(says(&r, "var y"));
    finish(&r);
}

static void slice_drops_what_no_assumption_reads(void **state) {
    (void)state;
    trial r;
    PROGRAM("edge s -> a { havoc x from i; y := x; z := (bvadd y #x01) } edge a -> e { assume (= x "
            "#x03) }"
            "edge a -> b { assume (= x #x04) } edge b -> b { y := z }");
    reduce_only(&r, source, ONLY("slice"));
    assert_false(says(&r, "var y"));
    assert_false(says(&r, "var z"));
    assert_int_equal(live_edges(r.after), 2); /* b leads to no error */
    finish(&r);
}

static void errors_of_one_property_become_one(void **state) {
    (void)state;
    trial r;
    PROGRAM("location f error bad; edge s -> a { havoc x from i } edge a -> e { assume (= x #x03) }"
            "edge a -> f { assume (= x #x04) }");
    reduce_only(&r, source, ONLY("slice"));
    assert_int_equal(r.after->locations.size, 3);
    finish(&r);
}

static void needed_keeps_the_order_of_inputs(void **state) {
    (void)state;
    trial r; /* the first value of i is dead, the second is not: both havocs stay */
    PROGRAM("edge s -> a { havoc x from i; havoc y from j } edge a -> b { havoc x from i } edge b "
            "-> e { assume (= x #x05) }");
    reduce_only(&r, source, ONLY("needed"));
    assert_int_equal(r.after->inputs.size, 2);
    uint32_t havocs = 0;
    for (const char *p = text_string(&r.printed); (p = strstr(p, "havoc x from")); p++) havocs++;
    assert_int_equal(havocs, 2);
    assert_false(says(&r, "havoc y"));
    finish(&r);
}

static void needed_lets_branches_collapse(void **state) {
    (void)state;
    trial r;
    PROGRAM(
        "edge s -> a { havoc x from i; havoc z from j } edge a -> b { assume (bvult x #x05); y := "
        "#x01 }"
        "edge a -> b { assume (not (bvult x #x05)); y := #x02 } edge b -> e { assume (= z #x09) }");
    reduce_only(&r, source, ONLY("slice", "sequence", "needed"));
    assert_false(says(&r, "var x"));
    assert_false(says(&r, "var y"));
    finish(&r);
}

static void forward_makes_temporaries_vanish(void **state) {
    (void)state;
    trial r;
    PROGRAM(
        "edge s -> e { havoc x from i; y := (bvadd x #x01); z := (bvmul y y); assume (= z #x10) }");
    reduce_only(&r, source, ONLY("forward", "needed"));
    assert_false(says(&r, "var y"));
    assert_false(says(&r, "var z"));
    finish(&r);
}

/* x and y change places: neither assignment may see the other's result. */
static void forward_swaps(void **state) {
    (void)state;
    trial r;
    PROGRAM("edge s -> l { x := #x01; y := #x02 } edge l -> l { z := x; x := y; y := z }"
            "edge l -> e { assume (= x y) }");
    reduce_only(&r, source, ONLY("sequence", "needed", "forward"));
    run_options o = {.max_steps = 50};
    run_result end = program_run(r.after, NULL, &o, NULL);
    assert_int_equal(end.end, RUN_STEPS);
    finish(&r);
}

static void constants_become_facts(void **state) {
    (void)state;
    trial r;
    PROGRAM("edge s -> l { x := #x05; y := #x00 } edge l -> l { havoc z from i; assume (bvult y "
            "z); y := (bvadd y x) }"
            "edge l -> e { assume (= y #x0b) }");
    reduce_all(&r, source);
    assert_false(says(&r, "var x"));
    bool found = false;
    for (loc l = {0}; l.id < r.before->locations.size; l.id++) {
        term fact = r.x.facts.data[l.id];
        if (!fact.id) continue;
        text out = {0};
        smtlib_term(r.t, fact, &out);
        found |= strstr(text_string(&out), "#x05") != NULL && r.before->locations.data[l.id].cut;
        text_release(&out);
    }
    assert_true(found);
    finish(&r);
}

/* What the fact at the cut points says, in text. */
static bool some_fact_says(trial *r, const char *what) {
    bool found = false;
    for (loc l = {0}; l.id < r->before->locations.size; l.id++) {
        text out = {0};
        if (r->x.facts.data[l.id].id) smtlib_term(r->t, r->x.facts.data[l.id], &out);
        found |= out.size && strstr(text_string(&out), what);
        text_release(&out);
    }
    return found;
}

static void definitions_replace_variables(void **state) {
    (void)state;
    trial r;
    PROGRAM("edge s -> l { havoc x from i; y := (bvadd x #x01); z := #x00 }"
            "edge l -> l { assume (bvult z y); z := (bvadd z #x01); assume (not (= z x)) }"
            "edge l -> e { assume (bvult y z) }");
    reduce_only(&r, source, ONLY("definitions"));
    assert_int_equal(r.x.defined, 1);
    assert_false(says(&r, "var y"));
    assert_true(says(&r, "(bvult (bvadd x #x01) z)") || says(&r, "(bvult (bvadd #x01 x) z)"));
    assert_true(some_fact_says(&r, "y"));
    finish(&r);
}

/* x changes after the definition of y, on one way round the loop. */
static void definitions_end_where_operands_change(void **state) {
    (void)state;
    trial r;
    PROGRAM("edge s -> l { havoc x from i; y := (bvadd x #x01); z := #x00 }"
            "edge l -> l { assume (bvult z y); z := (bvadd z #x01); { assume (= z x); x := #x00 } "
            "[] { assume (not (= z x)) } }"
            "edge l -> e { assume (bvult y z) }");
    reduce_only(&r, source, ONLY("definitions"));
    assert_int_equal(r.x.defined, 0);
    assert_true(says(&r, "var y"));
    finish(&r);
}

/* A product of two variables is not computed again at every use. */
static void definitions_copy_no_products(void **state) {
    (void)state;
    trial r;
    PROGRAM("edge s -> l { havoc x from i; y := (bvmul x x); z := #x00 }"
            "edge l -> l { assume (bvult z y); z := (bvadd z #x01); assume (not (= z x)) }"
            "edge l -> e { assume (bvult y z) }");
    reduce_only(&r, source, ONLY("definitions"));
    assert_int_equal(r.x.defined, 0);
    finish(&r);
}

#define UNINITIALIZED(body) PROGRAM("input u uninit; input v uninit;" body)

static void initialized_values_are_not_drawn(void **state) {
    (void)state;
    trial r;
    UNINITIALIZED("edge s -> l { havoc x from u; x := #x00; havoc y from v }"
                  "edge l -> e { havoc x from u; assume (= y #x01) }");
    reduce_only(&r, source, ONLY("initialized"));
    assert_int_equal(r.x.initialized.dropped, 2);
    assert_int_equal(r.x.initialized.read, 1);
    assert_false(says(&r, "havoc x"));
    assert_true(says(&r, "havoc y"));
    finish(&r);
}

/* One way to the read does not write: the value is drawn, there and elsewhere. */
static void initialized_on_one_way_only(void **state) {
    (void)state;
    trial r;
    UNINITIALIZED(
        "edge s -> l { havoc x from u; havoc z from i }"
        "edge l -> k { assume (= z #x00); x := #x01 } edge l -> k { assume (= z #x01) }"
        "edge k -> e { assume (= x #x07) } edge k -> l { havoc x from u; havoc z from i }");
    reduce_only(&r, source, ONLY("initialized"));
    assert_int_equal(r.x.initialized.dropped, 0);
    assert_int_equal(r.x.initialized.read, 1);
    finish(&r);
}

static void intervals_cut_dead_edges(void **state) {
    (void)state;
    trial r;
    PROGRAM("edge s -> l { x := #x00 } edge l -> l { assume (bvult x #x64); x := (bvadd x #x01) }"
            "edge l -> e { assume (bvult #x64 x) }");
    reduce_only(&r, source, ONLY("intervals"));
    assert_false(has_error(r.after));
    finish(&r);
}

static void intervals_respect_wrapping(void **state) {
    (void)state;
    trial r; /* steps of 3 jump over 255 and wrap: x = 4 is reached */
    PROGRAM("edge s -> l { x := #x00 } edge l -> l { x := (bvadd x #x03) } edge l -> e { assume (= "
            "x #x04) }");
    reduce_all(&r, source);
    assert_true(has_error(r.after));
    finish(&r);
}

static void known_bits_prove_parity(void **state) {
    (void)state;
    trial r;
    PROGRAM("edge s -> l { x := #x00 } edge l -> l { x := (bvadd x #x02) } edge l -> e { assume (= "
            "x #x07) }");
    reduce_all(&r, source);
    assert_false(has_error(r.after));
    finish(&r);
}

static void lemmas_speak_of_reduced_locations(void **state) {
    (void)state;
    trial r;
    PROGRAM("edge s -> l { x := #x00; havoc y from i } edge l -> l { assume (bvult x #x64); x := "
            "(bvadd x #x01) }"
            "edge l -> e { assume (= x y) }");
    reduce_all(&r, source);
    assert_true(r.x.lemmas.size > 0);
    for (uint32_t i = 0; i < r.x.lemmas.size; i++)
        assert_true(r.x.lemmas.data[i].at.id < r.after->locations.size);
    finish(&r);
}

static void blocks_leave_loop_heads(void **state) {
    (void)state;
    trial r;
    PROGRAM("edge s -> a { havoc x from i } edge a -> l { y := #x00 } edge l -> b { assume (bvult "
            "y x) }"
            "edge b -> c { havoc z from j } edge c -> d { assume (= z #x00); y := (bvadd y #x01) }"
            "edge c -> d { assume (not (= z #x00)); y := (bvadd y #x02) } edge d -> l"
            "{ skip } edge l -> e { assume (= y #x07) }");
    reduce_all(&r, source);
    assert_int_equal(r.after->locations.size, 3);
    assert_int_equal(live_edges(r.after), 3);
    finish(&r);
}

static void blocks_keep_to_their_weight(void **state) {
    (void)state;
    trial r;
    reduce_options o;
    reduce_options_default(&o);
    PROGRAM("edge s -> a { havoc x from i; assume (bvult x #x64) } edge a -> b { x := (bvmul x "
            "#x03); assume (bvult x #x32) }"
            "edge b -> c { x := (bvmul x x); assume (bvult x #x20) } edge c -> e { assume (= x "
            "#x19) }");
    setup(&r, source);
    o.block_weight = 1;
    reduce_with(&r, &o);
    assert_int_equal(r.after->locations.size, 5);
    finish(&r);
}

/* The first loop never runs: its head goes, and its invariant must come from what follows. */
static void bypassed_heads_get_their_invariant(void **state) {
    (void)state;
    trial r;
    PROGRAM("edge s -> a { x := #x00; havoc y from i; assume (= y #x03) } edge a -> a { assume "
            "(bvult #x09 x); x := (bvadd x #x01) }"
            "edge a -> l { assume (not (bvult #x09 x)); z := (bvadd y #x01) }"
            "edge l -> l { havoc x from j; assume (bvult z x); z := (bvadd z #x02); y := (bvadd y "
            "#x02) }"
            "edge l -> e { assume (not (= z (bvadd y #x01))) }");
    reduce_all(&r, source);
    assert_int_equal(r.after->locations.size, 3);
    assert_true(r.x.bypasses.size > 0);
    engine_options o;
    engine_result result;
    engine_options_default(&o);
    engine_result_init(&result, r.t);
    budget b = budget_of(300, 0);
    engine_find("ai")->run(r.after, &o, &b, NULL, &result);
    assert_int_equal(result.verdict, VERDICT_TRUE);
    term_vec invariant = {0}, back = {0};
    vec_append(&invariant, result.invariant.data, result.invariant.size);
    reduction_carry_back(&r.x, r.before, r.after, &invariant, &back);
    evidence e;
    evidence_init(&e, r.t);
    assert_true(certificate_write(r.before, &back, "test", &e));
    certificate_check(&e.certificate, 0, &b, &e);
    assert_int_not_equal(e.level, EVIDENCE_NONE);
    evidence_release(&e);
    vec_release(&invariant);
    vec_release(&back);
    engine_result_release(&result);
    finish(&r);
}

static void stop_after_stops(void **state) {
    (void)state;
    trial r;
    reduce_options o;
    reduce_options_default(&o);
    PROGRAM(
        "edge s -> a { havoc x from i } edge a -> b { y := x } edge b -> e { assume (= y #x19) }");
    setup(&r, source);
    o.stop_after = REDUCE_SLICE;
    reduce_with(&r, &o);
    assert_int_equal(r.after->locations.size, 4);
    finish(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diverging_loop_stays),
        cmocka_unit_test(guard_of_loop_stays),
        cmocka_unit_test(slice_drops_what_no_assumption_reads),
        cmocka_unit_test(errors_of_one_property_become_one),
        cmocka_unit_test(needed_keeps_the_order_of_inputs),
        cmocka_unit_test(needed_lets_branches_collapse),
        cmocka_unit_test(forward_makes_temporaries_vanish),
        cmocka_unit_test(forward_swaps),
        cmocka_unit_test(constants_become_facts),
        cmocka_unit_test(definitions_replace_variables),
        cmocka_unit_test(definitions_end_where_operands_change),
        cmocka_unit_test(definitions_copy_no_products),
        cmocka_unit_test(initialized_values_are_not_drawn),
        cmocka_unit_test(initialized_on_one_way_only),
        cmocka_unit_test(intervals_cut_dead_edges),
        cmocka_unit_test(intervals_respect_wrapping),
        cmocka_unit_test(known_bits_prove_parity),
        cmocka_unit_test(lemmas_speak_of_reduced_locations),
        cmocka_unit_test(blocks_leave_loop_heads),
        cmocka_unit_test(blocks_keep_to_their_weight),
        cmocka_unit_test(bypassed_heads_get_their_invariant),
        cmocka_unit_test(stop_after_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
