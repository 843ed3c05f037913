/* IC3CFA: every configuration on small automata, each invariant checked with Z3, each trace
 * replayed; and the parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "engine/ic3/literals/context.h"
#include "engine/ic3/literals/ic3cfa.h"
#include "engine_check.h"

typedef struct {
    terms *t;
    program *p;
    loc head, error;
} fixture;

static const position nowhere = {0};

/* start -> head, head -> error; the tests add the commands. */
static fixture make(void) {
    fixture f = {.t = terms_new()};
    f.p = program_new(f.t);
    f.head = program_add_location(f.p, nowhere);
    f.error = program_add_location(f.p, nowhere);
    program_set_error(f.p, f.error,
                      program_add_property(f.p, PROPERTY_ERROR, "unreach-call", "error"));
    return f;
}

static void release(fixture *f) {
    program_delete(f->p);
    terms_delete(f->t);
}

static term var(fixture *f, const char *name, uint32_t width) {
    variable v = {.var = term_var(f->t, name, sort_bv(f->t, width))};
    program_add_variable(f->p, v);
    return v.var;
}

static cmd havoc(fixture *f, term x) {
    input in = {.origin = ORIGIN_NONDET};
    return cmd_havoc(f->p, x, program_add_input(f->p, in));
}

static cmd seq(fixture *f, uint32_t n, const cmd *parts) { return cmd_seq(f->p, n, parts); }
#define SEQ(f, ...) seq(f, sizeof((cmd[]){__VA_ARGS__}) / sizeof(cmd), (cmd[]){__VA_ARGS__})
#define CHOICE(f, ...)                                                                             \
    cmd_choice((f)->p, sizeof((cmd[]){__VA_ARGS__}) / sizeof(cmd), (cmd[]){__VA_ARGS__})

static void expect_with(fixture *f, const engine_options *o, enum verdict expected) {
    engine_result r;
    engine_result_init(&r, f->t);
    budget b = budget_of(300, 0);
    ic3cfa_run(f->p, o, &b, NULL, &r);
    if (r.verdict != expected)
        print_message("config '%s': verdict %d, %s\n", o->ic3_config, r.verdict, r.reason);
    assert_int_equal(r.verdict, expected);
    const char *wrong = check_result(f->p, &r);
    if (wrong) print_message("config '%s': %s\n", o->ic3_config, wrong);
    assert_null(wrong);
    engine_result_release(&r);
}

static void expect(fixture *f, enum verdict expected, const char *configs) {
    engine_options o;
    engine_options_default(&o);
    expect_with(f, &o, expected);
    for (; *configs; configs++) {
        char name[2] = {*configs, 0};
        engine_options_default(&o);
        o.ic3_config = name;
        if (*name) assert_true(ic3cfa_configure(&o, name));
        expect_with(f, &o, expected);
    }
}

#define ALL "ABCDEFGHIJKLM"

/* ---- programs ---- */

static term bv(fixture *f, uint32_t w, uint64_t v) { return term_bv(f->t, w, v); }

/* x := 0; while (x < limit) x++; error where x = at. */
static void counter(fixture *f, uint64_t limit, uint64_t at) {
    term x = var(f, "x", 8);
    term less = term_2(f->t, OP_BVULT, x, bv(f, 8, limit));
    program_add_edge(f->p, f->p->start, f->head, cmd_assign(f->p, x, bv(f, 8, 0)), nowhere);
    program_add_edge(
        f->p, f->head, f->head,
        SEQ(f, cmd_assume(f->p, less), cmd_assign(f->p, x, term_2(f->t, OP_BVADD, x, bv(f, 8, 1)))),
        nowhere);
    program_add_edge(f->p, f->head, f->error,
                     SEQ(f, cmd_assume(f->p, term_not(f->t, less)),
                         cmd_assume(f->p, term_eq(f->t, x, bv(f, 8, at)))),
                     nowhere);
}

static void counts_to_its_limit(void **state) {
    (void)state;
    fixture f = make();
    counter(&f, 10, 11);
    expect(&f, VERDICT_TRUE, ALL);
    release(&f);
}

static void finds_the_end_of_a_loop(void **state) {
    (void)state;
    fixture f = make();
    counter(&f, 10, 10);
    expect(&f, VERDICT_FALSE, ALL);
    release(&f);
}

/* A nondet value is fresh each time round: y holds the last one, which may differ from the first.
 */
static void havocs_afresh(void **state) {
    (void)state;
    fixture f = make();
    term x = var(&f, "x", 4), y = var(&f, "y", 4), n = var(&f, "n", 4);
    term more = term_2(f.t, OP_BVADD, n, bv(&f, 4, 1));
    program_add_edge(f.p, f.p->start, f.head,
                     SEQ(&f, havoc(&f, x), cmd_assign(f.p, y, x), cmd_assign(f.p, n, bv(&f, 4, 0))),
                     nowhere);
    program_add_edge(f.p, f.head, f.head, SEQ(&f, havoc(&f, y), cmd_assign(f.p, n, more)), nowhere);
    program_add_edge(f.p, f.head, f.error,
                     SEQ(&f, cmd_assume(f.p, term_eq(f.t, n, bv(&f, 4, 2))),
                         cmd_assume(f.p, term_not(f.t, term_eq(f.t, x, y)))),
                     nowhere);
    expect(&f, VERDICT_FALSE, ALL);
    release(&f);
}

/* The same value from one input twice: safe. */
static void knows_an_input_twice(void **state) {
    (void)state;
    fixture f = make();
    term x = var(&f, "x", 4), y = var(&f, "y", 4), in = var(&f, "in", 4);
    program_add_edge(f.p, f.p->start, f.head,
                     SEQ(&f, cmd_assign(f.p, x, bv(&f, 4, 3)), cmd_assign(f.p, y, bv(&f, 4, 3))),
                     nowhere);
    cmd both = SEQ(&f, havoc(&f, in), cmd_assign(f.p, x, in), cmd_assign(f.p, y, in));
    program_add_edge(f.p, f.head, f.head,
                     CHOICE(&f, both, SEQ(&f, havoc(&f, in), cmd_assign(f.p, x, y))), nowhere);
    program_add_edge(f.p, f.head, f.error, cmd_assume(f.p, term_not(f.t, term_eq(f.t, x, y))),
                     nowhere);
    expect(&f, VERDICT_TRUE, ALL);
    release(&f);
}

/* while (1); error(): nothing arrives. */
static void diverges(void **state) {
    (void)state;
    fixture f = make();
    loc after = program_add_location(f.p, nowhere);
    program_add_edge(f.p, f.p->start, f.head, cmd_skip(f.p), nowhere);
    program_add_edge(f.p, f.head, f.head, cmd_skip(f.p), nowhere);
    program_add_edge(f.p, after, f.error, cmd_skip(f.p), nowhere);
    expect(&f, VERDICT_TRUE, ALL);
    release(&f);
}

static void reaches_at_once(void **state) {
    (void)state;
    fixture f = make();
    program_add_edge(f.p, f.p->start, f.error, cmd_skip(f.p), nowhere);
    expect(&f, VERDICT_FALSE, ALL);
    release(&f);
}

/* A limit location that is reached takes the proof away, but is no violation. */
static void respects_limits(void **state) {
    (void)state;
    fixture f = make();
    counter(&f, 10, 11);
    loc limit = program_add_location(f.p, nowhere);
    program_set_error(f.p, limit,
                      program_add_property(f.p, PROPERTY_LIMIT, "heap", "more objects"));
    program_add_edge(f.p, f.head, limit, cmd_skip(f.p), nowhere);
    expect(&f, VERDICT_UNKNOWN, "CL");
    release(&f);
}

/* Fig. 1 of paper 000, as loops and blocks. */
static void gcd(fixture *f) {
    terms *t = f->t;
    term a = var(f, "a", 8), b = var(f, "b", 8), y = var(f, "y", 8), old = var(f, "t", 8),
         zero = bv(f, 8, 0);
    term a_negative = term_2(t, OP_BVSLT, a, zero), b_negative = term_2(t, OP_BVSLT, b, zero);
    cmd negate_a = cmd_assign(f->p, a, term_1(t, OP_BVNEG, a)),
        negate_b = cmd_assign(f->p, b, term_1(t, OP_BVNEG, b));
    cmd absolute_a = CHOICE(f, SEQ(f, cmd_assume(f->p, a_negative), negate_a),
                            cmd_assume(f->p, term_not(t, a_negative)));
    cmd absolute_b = CHOICE(f, SEQ(f, cmd_assume(f->p, b_negative), negate_b),
                            cmd_assume(f->p, term_not(t, b_negative)));
    program_add_edge(
        f->p, f->p->start, f->head,
        SEQ(f, havoc(f, a), havoc(f, b), cmd_assign(f->p, y, b), absolute_a, absolute_b), nowhere);
    cmd body = SEQ(f, cmd_assume(f->p, term_not(t, term_eq(t, b, zero))), cmd_assign(f->p, old, b),
                   cmd_assign(f->p, b, term_2(t, OP_BVSREM, a, b)), cmd_assign(f->p, a, old));
    program_add_edge(f->p, f->head, f->head, body, nowhere);
    cmd check = SEQ(f, cmd_assume(f->p, term_eq(t, b, zero)),
                    cmd_assume(f->p, term_2(t, OP_BVSGT, y, zero)),
                    cmd_assume(f->p, term_2(t, OP_BVSLT, y, a)));
    program_add_edge(f->p, f->head, f->error, check, nowhere);
}

static void proves_the_paper_s_example(void **state) {
    (void)state;
    fixture f = make();
    gcd(&f);
    engine_options o;
    engine_options_default(&o);
    engine_result r;
    engine_result_init(&r, f.t);
    budget b = budget_of(300, 0);
    ic3cfa_run(f.p, &o, &b, NULL, &r);
    assert_int_equal(r.verdict, VERDICT_TRUE);
    assert_null(check_result(f.p, &r));
    for (uint32_t i = 0; i < r.stats.items.size; i++)
        if (!strcmp(r.stats.items.data[i].name, "queries"))
            assert_true(r.stats.items.data[i].value < 1500);
    engine_result_release(&r);
    release(&f);
}

/* Row K has interpolants from any solver; expect() has seen to it that what they make is inductive.
 */
static void interpolates(void **state) {
    (void)state;
    fixture f = make();
    gcd(&f);
    engine_options o;
    engine_options_default(&o);
    assert_true(ic3cfa_configure(&o, o.ic3_config = "K"));
    expect_with(&f, &o, VERDICT_TRUE);
    engine_result r;
    engine_result_init(&r, f.t);
    budget b = budget_of(300, 0);
    ic3cfa_run(f.p, &o, &b, NULL, &r);
    double interpolants = 0;
    for (uint32_t i = 0; i < r.stats.items.size; i++)
        if (!strcmp(r.stats.items.data[i].name, "cubes generalized by interpolants"))
            interpolants = r.stats.items.data[i].value;
    assert_true(interpolants > 0);
    engine_result_release(&r);
    release(&f);
}

/* ---- parts ---- */

static void cubes_are_sets(void **state) {
    (void)state;
    terms *t = terms_new();
    term l[4];
    for (uint32_t i = 0; i < 4; i++) l[i] = term_var(t, (char[]){(char)('a' + i), 0}, sort_bool(t));
    cube all = cube_make((term[]){l[2], l[0], l[2], l[1]}, 4),
         some = cube_make((term[]){l[1], l[2]}, 2);
    cube other = cube_make((term[]){l[1], l[3]}, 2);
    assert_int_equal(all.size, 3);
    assert_true(cube_subset(&some, &all));
    assert_false(cube_subset(&all, &some));
    assert_false(cube_subset(&other, &all));
    assert_true(cube_has(&all, l[0]));
    assert_false(cube_has(&some, l[0]));
    cube less = cube_without(&all, 0);
    assert_true(cube_equal(&less, &some));
    cube_release(&all), cube_release(&some), cube_release(&other), cube_release(&less);
    terms_delete(t);
}

/* Theorem 8 needs the other frame's lemmas all here; Theorem 9 needs no lemma here that was not
 * there. */
static void contexts_know_their_direction(void **state) {
    (void)state;
    terms *t = terms_new();
    term l[3];
    for (uint32_t i = 0; i < 3; i++) l[i] = term_var(t, (char[]){(char)('a' + i), 0}, sort_bool(t));
    program *p = program_new(t);
    engine_options o;
    engine_options_default(&o);
    const ic3_domain domain = {.subsumes = cube_subset, .release = cube_release};
    literals s = {.k = {.domain = &domain, .p = p, .t = t, .o = &o}, .contexts = contexts_new(8)};
    loc at = program_add_location(p, nowhere);
    vec_resize(&s.k.frames, at.id + 1);
    vec_resize(&s.k.out, at.id + 1);
    arc a = {.from = at, .to = at};
    vec_push(&s.k.arcs, a);
    cube c = cube_make(l, 3), g = cube_make(l, 1);
    frames_add(&s.k, at, 2, cube_make(l + 1, 1)); /* in F(1) and F(2) */
    contexts_add(&s, 0, 2, &c, &g);
    assert_non_null(contexts_upper(&s, 0, 2, &c));
    assert_non_null(contexts_upper(&s, 0, 1, &c)); /* F(1) has at least the lemmas of F(2) */
    assert_null(contexts_upper(&s, 0, 3, &c));     /* F(3) lacks one */
    assert_non_null(contexts_lower(&s, 0, 3, &c)); /* F(3) has no new lemma */
    frames_add(&s.k, at, 2, cube_make(l + 2, 1));
    assert_non_null(contexts_upper(&s, 0, 2, &c)); /* stronger: the upper bound stays */
    assert_null(contexts_lower(&s, 0, 2, &c));     /* stronger: the lower bound does not */
    assert_non_null(contexts_lower(&s, 0, 3, &c));
    cube_release(&c), cube_release(&g);
    contexts_delete(s.contexts);
    frames_release(&s.k);
    vec_release(&s.k.arcs);
    vec_release(&s.k.out);
    program_delete(p);
    terms_delete(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubes_are_sets),
        cmocka_unit_test(contexts_know_their_direction),
        cmocka_unit_test(counts_to_its_limit),
        cmocka_unit_test(finds_the_end_of_a_loop),
        cmocka_unit_test(havocs_afresh),
        cmocka_unit_test(knows_an_input_twice),
        cmocka_unit_test(diverges),
        cmocka_unit_test(reaches_at_once),
        cmocka_unit_test(respects_limits),
        cmocka_unit_test(proves_the_paper_s_example),
        cmocka_unit_test(interpolates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
