/* What becomes of the literals of a pre-cube, against all states of small variables: projection,
 * plain bounds and enrichment may lose states, never add one, and keep the state of the model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/random.h"
#include "engine/ic3/literals/literals.h"
#include "engine/ic3/literals/order.h"

enum { WIDTH = 3, STATES = 1 << (3 * WIDTH) };

typedef struct {
    terms *t;
    literals s;
    engine_options o;
    term x, y, u;
    rng r;
} fixture;

static void begin(fixture *f) {
    *f = (fixture){.t = terms_new()};
    engine_options_default(&f->o);
    static const budget no_limits;
    f->s = (literals){.k = {.t = f->t, .o = &f->o, .limits = &no_limits}, .pool = values_new(f->t)};
    f->s.evaluator = evaluator_new(f->t, f->s.pool);
    f->s.local = solver_new(f->t, "auto", (solver_options){0}, NULL);
    sort of = sort_bv(f->t, WIDTH);
    f->x = term_var(f->t, "x", of);
    f->y = term_var(f->t, "y", of);
    f->u = term_var(f->t, "u", of);
    f->r.state = 7;
}

static void end(fixture *f) {
    subst_release(&f->s.scratch);
    solver_delete(f->s.local);
    evaluator_delete(f->s.evaluator);
    values_delete(f->s.pool);
    terms_delete(f->t);
}

static void set_state(fixture *f, model *m, uint32_t n) {
    model_clear(m);
    model_set(m, f->x, value_bv(f->t, WIDTH, n % 8));
    model_set(m, f->y, value_bv(f->t, WIDTH, n / 8 % 8));
    model_set(m, f->u, value_bv(f->t, WIDTH, n / 64 % 8));
}

static term side(fixture *f) {
    term vars[] = {f->x, f->y, f->u}, v = vars[random_below(&f->r, 3)],
         c = term_bv(f->t, WIDTH, random_u64(&f->r));
    switch (random_below(&f->r, 4)) {
    case 0: return c;
    case 1: return v;
    case 2: return term_2(f->t, OP_BVADD, v, c);
    default: return term_app(f->t, OP_BVADD, 3, (term[]){v, vars[random_below(&f->r, 3)], c});
    }
}

static term literal(fixture *f) {
    static const enum op ops[] = {OP_BVSLT, OP_BVSLE, OP_BVULT, OP_BVULE, OP_EQ};
    term a = term_2(f->t, ops[random_below(&f->r, 5)], side(f), side(f));
    return random_below(&f->r, 2) ? a : term_not(f->t, a);
}

static bool all_hold(fixture *f, const model *m, const term_vec *lits) {
    for (uint32_t i = 0; i < lits->size; i++)
        if (!term_holds(f->s.evaluator, m, lits->data[i])) return false;
    return true;
}

static bool some_input(fixture *f, model *m, uint32_t n, const term_vec *lits) {
    for (uint32_t u = 0; u < 8; u++) {
        set_state(f, m, n % 64 + 64 * u);
        if (all_hold(f, m, lits)) return true;
    }
    return false;
}

typedef bool (*change)(fixture *f, const model *m,
                       term_vec *lits); /* true: it says that no state was lost */

static bool by_projection(fixture *f, const model *m, term_vec *lits) {
    term_vec inputs = {0};
    vec_push(&inputs, f->u);
    bool exact = lit_project(&f->s, m, &inputs, lits);
    vec_release(&inputs);
    return exact;
}

static bool by_bounds(fixture *f, const model *m, term_vec *lits) {
    return lit_plain_bounds(&f->s, m, lits);
}

static bool by_enrichment(fixture *f, const model *m, term_vec *lits) {
    lit_enrich_cube(&f->s, m, lits);
    return true;
}

static void compare(fixture *f, model *m, const term_vec *before, const term_vec *after,
                    bool inputs, bool exact) {
    for (uint32_t n = 0; n < (inputs ? 64 : STATES); n++) {
        set_state(f, m, n);
        bool new_holds = all_hold(f, m, after);
        bool old_holds = inputs ? some_input(f, m, n, before) : all_hold(f, m, before);
        if (new_holds) assert_true(old_holds);
        if (exact && old_holds) assert_true(new_holds);
    }
}

static void try_change(change what, bool inputs) {
    fixture f;
    begin(&f);
    model m;
    model_init(&m, f.s.pool);
    for (uint32_t round = 0; round < 300; round++) {
        term_vec before = {0}, after = {0};
        for (uint32_t i = 1 + random_below(&f.r, 3); i > 0; i--) {
            term lit = literal(&f);
            if (!term_is_const(f.t, lit)) vec_push(&before, lit);
        }
        uint32_t state = random_below(&f.r, STATES);
        set_state(&f, &m, state);
        if (all_hold(&f, &m, &before)) {
            vec_append(&after, before.data, before.size);
            bool exact = what(&f, &m, &after);
            assert_true(all_hold(&f, &m, &after));
            for (uint32_t i = 0; inputs && i < after.size; i++)
                assert_false(term_mentions(f.t, after.data[i], f.u));
            compare(&f, &m, &before, &after, inputs, exact);
        }
        vec_release(&before);
        vec_release(&after);
    }
    model_release(&m);
    end(&f);
}

static void projection_loses_only(void **state) {
    (void)state;
    try_change(by_projection, true);
}

static void plain_bounds_lose_only(void **state) {
    (void)state;
    try_change(by_bounds, false);
}

static void enrichment_changes_nothing(void **state) {
    (void)state;
    try_change(by_enrichment, false);
}

static void orders_are_read_as_written(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    model m;
    model_init(&m, f.s.pool);
    for (uint32_t round = 0; round < 200; round++) {
        term lit = literal(&f);
        order o;
        if (!order_read(f.t, lit, &o)) continue;
        for (uint32_t n = 0; n < STATES; n++) {
            set_state(&f, &m, n);
            assert_int_equal(term_holds(f.s.evaluator, &m, lit),
                             term_holds(f.s.evaluator, &m, order_make(f.t, &o)));
        }
    }
    model_release(&m);
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_read_as_written),
        cmocka_unit_test(projection_loses_only),
        cmocka_unit_test(plain_bounds_lose_only),
        cmocka_unit_test(enrichment_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
