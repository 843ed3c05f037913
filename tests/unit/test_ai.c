/* Modules over the integers modulo 2^w, and the abstract interpreter on small automata. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/random.h"
#include "engine/portfolio/engines.h"
#include "engine/ai/modular.h"
#include "engine/engine.h"
#include "program/text_form.h"

#include <string.h>

/* ---- modules ---- */
static bool member(const modular *m, const uint64_t *row) {
    modular copy;
    modular_init(&copy, m->columns, m->width);
    modular_copy(&copy, m);
    bool grew = modular_add(&copy, row);
    modular_release(&copy);
    return !grew;
}

static void module_of_points(void **state) {
    (void)state;
    modular m, all;
    modular_init(&m, 3, 8);
    /* (x, y) = (0, 0), (1, 2), (2, 4): y = 2x */
    modular_add(&m, (uint64_t[]){1, 0, 0});
    assert_true(modular_add(&m, (uint64_t[]){1, 1, 2}));
    assert_false(modular_add(&m, (uint64_t[]){1, 2, 4}));
    assert_true(member(&m, (uint64_t[]){1, 200, 144}));
    assert_false(member(&m, (uint64_t[]){1, 2, 5}));
    modular_orthogonal(&m, &all);
    assert_true(member(&all, (uint64_t[]){0, 2, 255})); /* 2x - y = 0 */
    assert_false(member(&all, (uint64_t[]){0, 1, 255}));
    modular_release(&all);
    modular_release(&m);
}

static void module_knows_parity(void **state) {
    (void)state;
    modular m, all;
    modular_init(&m, 2, 8);
    modular_add(&m, (uint64_t[]){1, 0});
    modular_add(&m, (uint64_t[]){1, 2}); /* x = 0, 2: all even numbers */
    assert_true(member(&m, (uint64_t[]){1, 254}));
    assert_false(member(&m, (uint64_t[]){1, 3}));
    modular_orthogonal(&m, &all);
    assert_true(member(&all, (uint64_t[]){0, 128})); /* 128 x = 0 */
    modular_release(&all);
    modular_release(&m);
}

static void restriction_keeps_what_fulfils_it(void **state) {
    (void)state;
    modular m;
    modular_full(&m, 3, 8);
    modular_restrict(&m, (uint64_t[]){251, 1, 0}); /* x = 5 */
    assert_true(modular_has_point(&m));
    assert_true(member(&m, (uint64_t[]){1, 5, 77}));
    assert_false(member(&m, (uint64_t[]){1, 6, 77}));
    modular_restrict(&m, (uint64_t[]){250, 1, 0}); /* and x = 6 */
    assert_false(modular_has_point(&m));
    modular_release(&m);
}

/* Random modules of width 3: everything against enumeration of all combinations. */
static uint64_t dot(const uint64_t *a, const uint64_t *b) {
    return (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) & 7;
}

static void modules_against_enumeration(void **state) {
    (void)state;
    rng r = {7};
    for (int round = 0; round < 200; round++) {
        modular m, kernel, cut;
        bool in[512] = {false};
        uint64_t rows[3][3];
        modular_init(&m, 3, 3);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++)
                rows[i][j] = random_below(&r, 8) & (random_below(&r, 2) ? 7u : 6u);
            modular_add(&m, rows[i]);
        }
        for (uint32_t c = 0; c < 512; c++) {
            uint64_t v[3] = {0};
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) v[j] += (c >> (3 * i) & 7) * rows[i][j];
            in[(v[0] & 7) | (v[1] & 7) << 3 | (v[2] & 7) << 6] = true;
        }
        uint64_t a[3] = {random_below(&r, 8), random_below(&r, 8), random_below(&r, 8)};
        modular_orthogonal(&m, &kernel);
        modular_init(&cut, 3, 3);
        modular_copy(&cut, &m);
        modular_restrict(&cut, a);
        for (uint32_t c = 0; c < 512; c++) {
            uint64_t v[3] = {c & 7, c >> 3 & 7, c >> 6};
            bool orthogonal = dot(v, rows[0]) == 0 && dot(v, rows[1]) == 0 && dot(v, rows[2]) == 0;
            assert_int_equal(member(&m, v), in[c]);
            assert_int_equal(member(&kernel, v), orthogonal);
            assert_int_equal(member(&cut, v), in[c] && dot(a, v) == 0);
        }
        modular_release(&m);
        modular_release(&kernel);
        modular_release(&cut);
    }
}

/* ---- the engine ---- */
static enum verdict verdict_of(const char *source) {
    input_error error = {0};
    terms *t = terms_new();
    program *p = cfa_parse(t, source, strlen(source), "test.cfa", &error);
    if (!p) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    engine_options o;
    engine_result r;
    engine_options_default(&o);
    engine_result_init(&r, t);
    budget b = budget_of(300, 0);
    engine_find("ai")->run(p, &o, &b, NULL, &r);
    enum verdict v = r.verdict;
    if (v == VERDICT_TRUE) assert_int_equal(r.invariant.size, p->locations.size);
    engine_result_release(&r);
    program_delete(p);
    terms_delete(t);
    return v;
}

#define HEAD                                                                                       \
    "var x : (_ BitVec 8); var y : (_ BitVec 8); var n : (_ BitVec 8); input i nondet; error "     \
    "bad; start s;"                                                                                \
    "location e error bad;"

static void counts_together(void **state) {
    (void)state; /* x + y = n whatever wraps */
    assert_int_equal(
        verdict_of(
            HEAD "edge s -> l { havoc n from i; x := n; y := #x00 }"
                 "edge l -> l { assume (not (= x #x00)); x := (bvadd x #xff); y := (bvadd y #x01) }"
                 "edge l -> e { assume (= x #x00); assume (not (= y n)) }"),
        VERDICT_TRUE);
}

static void stays_below(void **state) {
    (void)state; /* x <= n needs a relation */
    assert_int_equal(verdict_of(HEAD
                                "edge s -> l { havoc n from i; assume (bvsle #x00 n); x := #x00 }"
                                "edge l -> l { assume (bvslt x n); x := (bvadd x #x01) }"
                                "edge l -> e { assume (bvslt n x) }"),
                     VERDICT_TRUE);
}

static void sees_wrapping(void **state) {
    (void)state; /* steps of two from an odd start may pass n and wrap: no proof, and none may be
                    found */
    assert_int_equal(verdict_of(HEAD "edge s -> l { havoc n from i; x := #x01 }"
                                     "edge l -> l { assume (not (= x n)); x := (bvadd x #x02) }"
                                     "edge l -> e { assume (= x #x01); assume (= n #x01) }"),
                     VERDICT_UNKNOWN);
    assert_int_equal(
        verdict_of(HEAD
                   "edge s -> l { x := #x7e }"
                   "edge l -> l { x := (bvadd x #x01) } edge l -> e { assume (bvslt x #x00) }"),
        VERDICT_UNKNOWN);
}

static void never_says_false(void **state) {
    (void)state;
    assert_int_equal(verdict_of(HEAD "edge s -> e { skip }"), VERDICT_UNKNOWN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(module_of_points),
        cmocka_unit_test(module_knows_parity),
        cmocka_unit_test(restriction_keeps_what_fulfils_it),
        cmocka_unit_test(modules_against_enumeration),
        cmocka_unit_test(counts_together),
        cmocka_unit_test(stays_below),
        cmocka_unit_test(sees_wrapping),
        cmocka_unit_test(never_says_false),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
