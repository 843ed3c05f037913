/* Candidates: tables of tuples, elimination forwards and backwards, on small automata. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "engine/candidates/goal.h"
#include "engine/candidates/houdini.h"
#include "engine/values/table.h"
#include "program/text_form.h"

#include <string.h>

/* ---- tables ---- */
static void tuples_are_there_once(void **state) {
    (void)state;
    table t = {.length = 2};
    assert_true(table_add(&t, (uint32_t[]){1, 2}));
    assert_true(table_add(&t, (uint32_t[]){2, 1}));
    assert_false(table_add(&t, (uint32_t[]){1, 2}));
    assert_int_equal(t.size, 2);
    assert_true(table_has(&t, (uint32_t[]){2, 1}));
    assert_false(table_has(&t, (uint32_t[]){2, 2}));
    assert_int_equal(table_number(&t, (uint32_t[]){2, 1}), 1);
    assert_int_equal(table_number(&t, (uint32_t[]){7, 7}), 2);
    assert_int_equal(table_at(&t, 2)[0], 7);
    table_release(&t);
}

static void a_table_counts_values_by_place(void **state) {
    (void)state;
    table t = {.length = 2};
    for (uint32_t i = 0; i < 300; i++) table_add(&t, (uint32_t[]){i % 3, i});
    assert_int_equal(t.size, 300);
    assert_int_equal(table_values(&t, 0), 3);
    assert_int_equal(table_values(&t, 1), 300);
    table_release(&t);
}

/* ---- conjuncts ---- */
/* x counts from 0 to 10, y stays below it; e is reached where x is above 10. */
static const char counter[] =
    "var x : (_ BitVec 8); var y : (_ BitVec 8); input i nondet; error bad; start s;"
    "location e error bad;"
    "edge s -> l { x := #x00; y := #x00 }"
    "edge l -> l { assume (not (= x #x0a)); y := x; x := (bvadd x #x01) }"
    "edge l -> e { assume (bvugt x #x0a) }";

typedef struct {
    terms *t;
    program *p;
    engine_options o;
    budget b;
    term x, y;
    loc head;
} lab;

static void lab_open(lab *l, const char *source) {
    input_error error = {0};
    l->t = terms_new();
    l->p = cfa_parse(l->t, source, strlen(source), "test.cfa", &error);
    if (!l->p) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    program_mark_cuts(l->p);
    engine_options_default(&l->o);
    l->b = budget_of(300, 0);
    l->x = term_find_var(l->t, "x");
    l->y = term_find_var(l->t, "y");
    l->head = NO_LOC;
    for (loc at = {0}; at.id < l->p->locations.size; at.id++)
        if (l->p->locations.data[at.id].cut) l->head = at;
    assert_int_not_equal(l->head.id, NO_LOC.id);
}

static void lab_close(lab *l) {
    program_delete(l->p);
    terms_delete(l->t);
}

static term at_most(lab *l, term a, uint64_t bound) {
    return term_2(l->t, OP_BVULE, a, term_bv(l->t, 8, bound));
}

static bool has(const conjuncts *c, term formula) {
    for (uint32_t i = 0; i < c->size; i++)
        if (same(c->data[i].formula, formula)) return true;
    return false;
}

static void conjuncts_are_parts_once(void **state) {
    (void)state;
    lab l;
    lab_open(&l, counter);
    conjuncts c = {0};
    term a = at_most(&l, l.x, 10), b = at_most(&l, l.y, 10);
    conjuncts_add(&c, l.t, l.head, term_and(l.t, a, b));
    conjuncts_add(&c, l.t, l.head, a);
    assert_int_equal(c.size, 2);
    term_vec by = {0};
    conjuncts_plain(&c, l.t, l.p->locations.size, &by);
    assert_true(same(by.data[l.head.id], term_and(l.t, a, b)));
    vec_release(&by);
    vec_release(&c);
    lab_close(&l);
}

static void houdini_keeps_what_is_inductive(void **state) {
    (void)state;
    lab l;
    lab_open(&l, counter);
    conjuncts c = {0};
    conjuncts_add(&c, l.t, l.head, at_most(&l, l.x, 10)); /* inductive */
    conjuncts_add(&c, l.t, l.head, at_most(&l, l.y, 9));  /* only with the first */
    conjuncts_add(&c, l.t, l.head, at_most(&l, l.x, 9));  /* fails after ten rounds */
    conjuncts_add(&c, l.t, l.head, at_most(&l, l.y, 8));  /* fails with the one before */
    assert_true(houdini_keep(l.p, &l.o, &l.b, &c));
    assert_int_equal(c.size, 2);
    assert_true(has(&c, at_most(&l, l.x, 10)));
    assert_true(has(&c, at_most(&l, l.y, 9)));
    vec_release(&c);
    lab_close(&l);
}

static void goal_keeps_what_is_needed(void **state) {
    (void)state;
    lab l;
    lab_open(&l, counter);
    conjuncts c = {0};
    conjuncts_add(&c, l.t, l.head, at_most(&l, l.y, 200)); /* of no use */
    conjuncts_add(&c, l.t, l.head, at_most(&l, l.x, 10));
    conjuncts_add(&c, l.t, l.head, at_most(&l, l.x, 9)); /* excludes the error, does not hold */
    assert_true(prove_goal(l.p, &l.o, &l.b, &c));
    assert_true(has(&c, at_most(&l, l.x, 10)));
    assert_false(has(&c, at_most(&l, l.x, 9)));
    vec_release(&c);
    lab_close(&l);
}

static void goal_needs_enough_candidates(void **state) {
    (void)state;
    lab l;
    lab_open(&l, counter);
    conjuncts c = {0};
    conjuncts_add(&c, l.t, l.head, at_most(&l, l.x, 200));
    conjuncts_add(&c, l.t, l.head, at_most(&l, l.y, 9));
    assert_false(prove_goal(l.p, &l.o, &l.b, &c));
    vec_release(&c);
    lab_close(&l);
}

static void trimming_keeps_what_the_needed_rest_on(void **state) {
    (void)state;
    lab l;
    lab_open(&l, counter);
    conjuncts c = {0};
    conjuncts_add(&c, l.t, l.head, at_most(&l, l.x, 10));
    conjuncts_add(&c, l.t, l.head, at_most(&l, l.y, 9));
    conjuncts_add(&c, l.t, l.head, at_most(&l, l.y, 200));
    assert_true(houdini_keep(l.p, &l.o, &l.b, &c));
    term_vec needed = {0};
    for (uint32_t i = 0; i < c.size; i++)
        if (same(c.data[i].formula, at_most(&l, l.y, 9))) vec_push(&needed, c.data[i].active);
    assert_int_equal(needed.size, 1);
    assert_true(conjuncts_trim(&c, l.p, &l.o, &l.b, &needed));
    assert_true(has(&c, at_most(&l, l.y, 9)));
    assert_true(has(&c, at_most(&l, l.x, 10)));
    assert_false(has(&c, at_most(&l, l.y, 200)));
    vec_release(&needed);
    vec_release(&c);
    lab_close(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tuples_are_there_once),
        cmocka_unit_test(a_table_counts_values_by_place),
        cmocka_unit_test(conjuncts_are_parts_once),
        cmocka_unit_test(houdini_keeps_what_is_inductive),
        cmocka_unit_test(goal_keeps_what_is_needed),
        cmocka_unit_test(goal_needs_enough_candidates),
        cmocka_unit_test(trimming_keeps_what_the_needed_rest_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
