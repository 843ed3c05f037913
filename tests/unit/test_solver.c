/* The contract of solver.h, for every backend. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/random.h"
#include "solver/cache.h"
#include "solver/solver.h"

#define CVC5 "pipe:cvc5 --incremental --lang smt2 --fp-exp"
#define Z3_PIPE "pipe:z3 -in"

static const char *const all_backends[] = {"z3", "blast", "auto", CVC5, Z3_PIPE};
enum { BACKENDS = 5, IN_PROCESS = 3 };

typedef struct {
    terms *t;
    values *v;
    solver *s;
    term x, y, p;
} fixture;

static fixture start(const char *backend) {
    fixture f = {.t = terms_new()};
    const char *why = NULL;
    f.v = values_new(f.t);
    f.s = solver_new(f.t, backend, (solver_options){0}, &why);
    if (!f.s) fail_msg("%s: %s", backend, why);
    f.x = term_var(f.t, "x", sort_bv(f.t, 32));
    f.y = term_var(f.t, "y", sort_bv(f.t, 32));
    f.p = term_var(f.t, "p", sort_bool(f.t));
    return f;
}

static void stop(fixture *f) {
    solver_delete(f->s);
    values_delete(f->v);
    terms_delete(f->t);
}

static term bv(fixture *f, uint64_t n) { return term_bv(f->t, 32, n); }
static term ult(fixture *f, term a, term b) { return term_2(f->t, OP_BVULT, a, b); }
static enum answer ask(fixture *f) { return solver_check(f->s, 0, NULL); }

static uint64_t number(fixture *f, term a) {
    uint64_t n = 0;
    assert_true(value_u64(f->v, solver_value(f->s, f->v, a), &n));
    return n;
}

/* The core alone is unsat; a solver behind a pipe need not give a small one. */
static void check_core(fixture *f, uint32_t small, bool in_process) {
    term_vec core = {0};
    vec_append(&core, solver_core(f->s)->data, solver_core(f->s)->size);
    if (in_process) assert_int_equal(core.size, small);
    assert_int_equal(solver_check(f->s, core.size, core.data), ANSWER_UNSAT);
    vec_release(&core);
}

static void sat_gives_a_model(void **state) {
    (void)state;
    for (int i = 0; i < BACKENDS; i++) {
        fixture f = start(all_backends[i]);
        term product = term_2(f.t, OP_BVMUL, f.x, f.y);
        solver_assert(f.s, term_eq(f.t, product, bv(&f, 221)));
        solver_assert(f.s, ult(&f, f.x, bv(&f, 16)));
        solver_assert(f.s, ult(&f, bv(&f, 1), f.x));
        solver_assert(f.s, ult(&f, f.y, bv(&f, 20)));
        assert_int_equal(ask(&f), ANSWER_SAT);
        assert_int_equal(number(&f, f.x), 13);
        assert_int_equal(number(&f, f.y), 17);
        assert_int_equal(number(&f, product), 221);
        assert_int_equal(number(&f, term_var(f.t, "never seen", sort_bv(f.t, 8))), 0);
        stop(&f);
    }
}

static void unsat_gives_a_core(void **state) {
    (void)state;
    for (int i = 0; i < BACKENDS; i++) {
        fixture f = start(all_backends[i]);
        solver_assert(f.s, term_eq(f.t, f.y, term_2(f.t, OP_BVADD, f.x, bv(&f, 1))));
        term low = ult(&f, f.x, bv(&f, 10)), high = ult(&f, bv(&f, 20), f.y);
        term assumptions[] = {f.p, low, term_true(f.t), high};
        assert_int_equal(solver_check(f.s, 4, assumptions), ANSWER_UNSAT);
        assert_true(solver_in_core(f.s, low));
        assert_true(solver_in_core(f.s, high));
        check_core(&f, 2, i < IN_PROCESS);
        assert_int_equal(solver_check(f.s, 3, assumptions), ANSWER_SAT);
        stop(&f);
    }
}

static void constants_need_no_solver(void **state) {
    (void)state;
    for (int i = 0; i < BACKENDS; i++) {
        fixture f = start(all_backends[i]);
        term assumptions[] = {f.p, term_false(f.t)};
        assert_int_equal(solver_check(f.s, 2, assumptions), ANSWER_UNSAT);
        assert_int_equal(solver_core(f.s)->size, 1);
        assert_int_equal(solver_statistics(f.s)->trivial, 1);
        term clash[] = {f.p, ult(&f, f.x, f.y), term_not(f.t, f.p)};
        assert_int_equal(solver_check(f.s, 3, clash), ANSWER_UNSAT);
        check_core(&f, 2, i < IN_PROCESS);
        stop(&f);
    }
}

static void scopes_come_and_go(void **state) {
    (void)state;
    for (int i = 0; i < BACKENDS; i++) {
        fixture f = start(all_backends[i]);
        solver_assert(f.s, ult(&f, f.x, bv(&f, 5)));
        solver_push(f.s);
        solver_assert(f.s, ult(&f, bv(&f, 3), f.x));
        assert_int_equal(ask(&f), ANSWER_SAT);
        assert_int_equal(number(&f, f.x), 4);
        solver_push(f.s);
        solver_assert(f.s, term_false(f.t));
        assert_int_equal(ask(&f), ANSWER_UNSAT);
        solver_pop(f.s);
        solver_push(f.s);
        solver_assert(f.s, ult(&f, f.x, bv(&f, 4)));
        assert_int_equal(ask(&f), ANSWER_UNSAT);
        solver_pop(f.s);
        assert_int_equal(ask(&f), ANSWER_SAT);
        solver_pop(f.s);
        term zero = term_eq(f.t, f.x, bv(&f, 0));
        assert_int_equal(solver_check(f.s, 1, &zero), ANSWER_SAT);
        stop(&f);
    }
}

/* A model stays readable whatever is asserted after the check. */
static void models_outlive_assertions(void **state) {
    (void)state;
    for (int i = 0; i < BACKENDS; i++) {
        fixture f = start(all_backends[i]);
        solver_push(f.s);
        solver_assert(f.s, term_eq(f.t, f.x, bv(&f, 77)));
        assert_int_equal(ask(&f), ANSWER_SAT);
        solver_assert(f.s, term_eq(f.t, f.y, bv(&f, 1)));
        solver_pop(f.s);
        assert_int_equal(number(&f, f.x), 77);
        stop(&f);
    }
}

static void floats_are_decided(void **state) {
    (void)state;
    for (int i = 0; i < BACKENDS; i++) {
        fixture f = start(all_backends[i]);
        sort half = sort_fp(f.t, 5, 11);
        term a = term_var(f.t, "a", half), one = term_fp_double(f.t, half, 1),
             rne = term_rm(f.t, RNE);
        solver_assert(f.s, term_2(f.t, OP_FP_EQ, term_3(f.t, OP_FP_ADD, rne, a, one), a));
        solver_assert(f.s, term_not(f.t, term_1(f.t, OP_FP_IS_INF, a)));
        solver_assert(f.s, term_1(f.t, OP_FP_IS_POS, a));
        assert_int_equal(ask(&f), ANSWER_SAT);
        assert_true(value_is_true(
            solver_value(f.s, f.v, term_2(f.t, OP_FP_LE, term_fp_double(f.t, half, 2048), a))));
        term small = term_2(f.t, OP_FP_LT, a, term_fp_double(f.t, half, 2048));
        assert_int_equal(solver_check(f.s, 1, &small), ANSWER_UNSAT);
        stop(&f);
    }
}

/* The cases that SMT-LIB leaves open have one value everywhere. */
static void open_cases_are_decided(void **state) {
    (void)state;
    for (int i = 0; i < BACKENDS; i++) {
        fixture f = start(all_backends[i]);
        sort half = sort_fp(f.t, 5, 11);
        term a = term_var(f.t, "a", half), b = term_var(f.t, "b", half), rtz = term_rm(f.t, RTZ);
        mpz_t bits;
        mpz_init_set_ui(bits, 0x8000);
        term minus_zero = term_fp_bits(f.t, half, bits);
        mpz_clear(bits);
        solver_assert(f.s, term_eq(f.t, a, term_fp_double(f.t, half, 0)));
        solver_assert(f.s, term_eq(f.t, b, minus_zero));
        term wrong = term_not(f.t, term_eq(f.t, term_2(f.t, OP_FP_MIN, a, b), b));
        assert_int_equal(solver_check(f.s, 1, &wrong), ANSWER_UNSAT);
        wrong = term_not(f.t, term_eq(f.t, term_2(f.t, OP_FP_MAX, b, a), a));
        assert_int_equal(solver_check(f.s, 1, &wrong), ANSWER_UNSAT);
        term c = term_var(f.t, "c", half);
        term cast = term_app_indexed(f.t, OP_FP_TO_SBV, 8, 0, 2, (term[]){rtz, c});
        term far = term_2(f.t, OP_FP_LT, term_fp_double(f.t, half, 300), c);
        term not_zero = term_not(f.t, term_eq(f.t, cast, term_bv(f.t, 8, 0)));
        assert_int_equal(solver_check(f.s, 2, (term[]){far, not_zero}), ANSWER_UNSAT);
        term nan = term_1(f.t, OP_FP_IS_NAN, c), image = term_1(f.t, OP_FP_TO_BITS, c);
        term other = term_not(f.t, term_eq(f.t, image, term_bv(f.t, 16, 0x7e00)));
        assert_int_equal(solver_check(f.s, 2, (term[]){nan, other}), ANSWER_UNSAT);
        stop(&f);
    }
}

static void integers_move_auto_over(void **state) {
    (void)state;
    static const char *const names[] = {"z3", "auto", CVC5};
    for (int i = 0; i < 3; i++) {
        fixture f = start(names[i]);
        term n = term_var(f.t, "n", sort_int(f.t)), m = term_var(f.t, "m", sort_int(f.t)),
             zero = term_int(f.t, 0);
        solver_assert(f.s, ult(&f, f.x, bv(&f, 5)));
        solver_push(f.s);
        assert_int_equal(ask(&f), ANSWER_SAT);
        solver_assert(f.s, term_2(f.t, OP_LT, term_int(f.t, 5), n));
        solver_assert(f.s, term_eq(f.t, m, zero));
        assert_int_equal(ask(&f), ANSWER_SAT);
        assert_true(number(&f, f.x) < 5);
        term wrong = term_not(f.t, term_eq(f.t, term_2(f.t, OP_INT_DIV, n, m), zero));
        assert_int_equal(solver_check(f.s, 1, &wrong), ANSWER_UNSAT);
        wrong = term_not(f.t, term_eq(f.t, term_2(f.t, OP_MOD, n, m), n));
        assert_int_equal(solver_check(f.s, 1, &wrong), ANSWER_UNSAT);
        solver_pop(f.s);
        assert_int_equal(ask(&f), ANSWER_SAT);
        stop(&f);
    }
    fixture f = start("blast");
    solver_assert(f.s, term_2(f.t, OP_LT, term_int(f.t, 5), term_var(f.t, "n", sort_int(f.t))));
    assert_int_equal(ask(&f), ANSWER_UNKNOWN);
    assert_non_null(strstr(solver_why(f.s), "blast"));
    stop(&f);
}

static void arrays_are_extensional(void **state) {
    (void)state;
    for (int i = 0; i < BACKENDS; i++) {
        fixture f = start(all_backends[i]);
        sort word = sort_bv(f.t, 32), array = sort_array(f.t, word, word);
        term a = term_var(f.t, "a", array), b = term_var(f.t, "b", array),
             c = term_var(f.t, "c", array);
        term v = term_var(f.t, "v", word);
        solver_assert(f.s, term_eq(f.t, b, term_store(f.t, a, f.x, v)));
        solver_assert(f.s, term_eq(f.t, c, term_store(f.t, b, f.y, bv(&f, 7))));
        assert_int_equal(ask(&f), ANSWER_SAT);
        term same_index = term_eq(f.t, f.x, f.y);
        term lost = term_not(f.t, term_eq(f.t, c, term_store(f.t, a, f.y, bv(&f, 7))));
        assert_int_equal(solver_check(f.s, 2, (term[]){same_index, lost}), ANSWER_UNSAT);
        term read = term_not(f.t, term_eq(f.t, term_select(f.t, c, f.x), v));
        assert_int_equal(solver_check(f.s, 1, &read), ANSWER_SAT);
        assert_int_equal(number(&f, f.x), number(&f, f.y));
        assert_int_equal(number(&f, term_select(f.t, c, f.x)), 7);
        assert_int_equal(solver_check(f.s, 2, (term[]){term_not(f.t, same_index), read}),
                         ANSWER_UNSAT);
        stop(&f);
    }
}

/* A multiplication that is hard to undo ends with a reason, not with an answer. */
static void limits_end_a_check(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        fixture f = start(all_backends[i]);
        sort wide = sort_bv(f.t, 96);
        term a = term_var(f.t, "a", wide), b = term_var(f.t, "b", wide),
             limit = term_bv(f.t, 96, 1ull << 48);
        mpz_t n;
        mpz_init_set_str(n, "57896044618658097711785492504343953926", 10);
        mpz_nextprime(n, n);
        mpz_mod_2exp(n, n, 90);
        mpz_nextprime(n, n);
        solver_assert(f.s, term_eq(f.t, term_2(f.t, OP_BVMUL, a, b), term_bv_mpz(f.t, 96, n)));
        mpz_clear(n);
        solver_assert(f.s, term_2(f.t, OP_BVULT, a, limit));
        solver_assert(f.s, term_2(f.t, OP_BVULT, b, limit));
        budget soon = budget_of(0.3, 0);
        solver_set_budget(f.s, &soon);
        double begin = clock_cpu();
        assert_int_equal(ask(&f), ANSWER_UNKNOWN);
        assert_true(clock_cpu() - begin < 10); /* of this process: the machine may be busy */
        assert_string_equal(solver_why(f.s), "timeout");
        solver_set_budget(f.s, NULL);
        solver_interrupt(f.s);
        assert_int_equal(ask(&f), ANSWER_UNKNOWN);
        assert_string_equal(solver_why(f.s), "interrupted");
        stop(&f);
    }
}

static void cores_are_minimized(void **state) {
    (void)state;
    for (int i = 0; i < IN_PROCESS; i++) {
        terms *t = terms_new();
        solver *s = solver_new(t, all_backends[i], (solver_options){.minimize_core = true}, NULL);
        term x = term_var(t, "x", sort_bv(t, 16)), lits[24];
        for (uint32_t k = 0; k < 24; k++) lits[k] = term_2(t, OP_BVULT, x, term_bv(t, 16, 100 + k));
        lits[7] = term_2(t, OP_BVULT, term_bv(t, 16, 500), x);
        assert_int_equal(solver_check(s, 24, lits), ANSWER_UNSAT);
        assert_int_equal(solver_core(s)->size, 2);
        assert_true(solver_in_core(s, lits[7]));
        solver_delete(s);
        terms_delete(t);
    }
}

/* Thousands of scopes and assumptions that are gone: the solver is rebuilt, and still right. */
static void garbage_is_dropped(void **state) {
    (void)state;
    fixture f = start("blast");
    rng r = {7};
    solver_assert(f.s, term_eq(f.t, f.y, term_2(f.t, OP_BVADD, f.x, bv(&f, 3))));
    for (int round = 0; round < 600; round++) {
        uint64_t k = random_u64(&r) & 0xffffff, m = random_u64(&r) & 0xffff;
        solver_push(f.s);
        term masked = term_2(f.t, OP_BVXOR, f.x, bv(&f, m)),
             z = term_fresh(f.t, "z", sort_bv(f.t, 32));
        solver_assert(f.s, term_eq(f.t, term_2(f.t, OP_BVMUL, z, z), masked));
        solver_assert(f.s, term_eq(f.t, z, bv(&f, k & 0xff)));
        assert_int_equal(ask(&f), ANSWER_SAT);
        uint64_t want = ((k & 0xff) * (k & 0xff)) ^ m;
        assert_int_equal(number(&f, f.x), want);
        assert_int_equal(number(&f, f.y), want + 3);
        term other = term_not(f.t, term_eq(f.t, f.y, bv(&f, want + 3)));
        assert_int_equal(solver_check(f.s, 1, &other), ANSWER_UNSAT);
        solver_pop(f.s);
    }
    assert_true(solver_statistics(f.s)->variables < 100000);
    stop(&f);
}

/* ---- children that misbehave ---- */

static void bad_children_are_reported(void **state) {
    (void)state;
    terms *t = terms_new();
    const char *why = NULL;
    assert_null(solver_new(t, "pipe:no-such-solver-anywhere", (solver_options){0}, &why));
    assert_non_null(why);
    assert_null(solver_new(t, "pipe:true", (solver_options){0}, &why));
    assert_non_null(why);
    assert_null(solver_new(t, "no such backend", (solver_options){0}, &why));
    solver *s = solver_new(t, "pipe:cat", (solver_options){.query_seconds = 2},
                           &why); /* repeats what it is told */
    if (s) {
        solver_assert(s, term_var(t, "p", sort_bool(t)));
        assert_int_equal(solver_check(s, 0, NULL), ANSWER_UNKNOWN);
        assert_true(strlen(solver_why(s)) > 0);
        solver_delete(s);
    }
    terms_delete(t);
}

static void a_child_is_replaced(void **state) {
    (void)state;
    fixture f = start(Z3_PIPE);
    solver_assert(f.s, ult(&f, f.x, bv(&f, 5)));
    budget over = budget_of(0.000001, 0);
    solver_set_budget(f.s, &over);
    assert_int_equal(ask(&f), ANSWER_UNKNOWN);
    solver_set_budget(f.s, NULL);
    solver_push(f.s);
    solver_assert(f.s, ult(&f, bv(&f, 3), f.x));
    assert_int_equal(ask(&f), ANSWER_SAT);
    assert_int_equal(number(&f, f.x), 4);
    solver_pop(f.s);
    stop(&f);
}

typedef struct {
    term_vec told;
    uint32_t most;
} solutions;

static bool note_solution(void *state, const term *constants) {
    solutions *x = state;
    for (uint32_t i = 0; i < x->told.size; i++) assert_false(same(x->told.data[i], constants[0]));
    vec_push(&x->told, constants[0]);
    return x->told.size < x->most;
}

/* Values of x below 5 that are not 2, with the parity that goes with each. */
static void all_solutions_are_told(void **state) {
    (void)state;
    for (uint32_t i = 0; i < BACKENDS; i++) {
        fixture f = start(all_backends[i]);
        term limits[] = {ult(&f, f.x, bv(&f, 5)), term_not(f.t, term_eq(f.t, f.x, bv(&f, 2)))};
        term of[] = {f.x, term_eq(f.t, term_extract(f.t, 0, 0, f.x), term_bv(f.t, 1, 1))};
        solutions x = {.most = 100};
        assert_int_equal(solver_all(f.s, 2, limits, 2, of, note_solution, &x), ANSWER_UNSAT);
        assert_int_equal(x.told.size, 4);
        x.told.size = 0, x.most = 2;
        assert_int_equal(solver_all(f.s, 2, limits, 2, of, note_solution, &x), ANSWER_SAT);
        assert_int_equal(x.told.size, 2);
        vec_release(&x.told);
        assert_int_equal(ask(&f), ANSWER_SAT);
        stop(&f);
    }
}

/* Interpolants come from our own proofs. */
static void proofs_interpolate(void **state) {
    (void)state;
    fixture f = start("blast");
    term i, a = term_and(f.t, ult(&f, f.x, f.y), ult(&f, f.y, bv(&f, 10)));
    term z = term_var(f.t, "z", sort_bv(f.t, 32));
    term b = term_and(f.t, ult(&f, z, f.x), ult(&f, bv(&f, 20), z));
    assert_true(solver_interpolate(f.s, a, b, &i));
    term left[] = {a, term_not(f.t, i)}, right[] = {b, i};
    assert_int_equal(solver_check(f.s, 2, left), ANSWER_UNSAT);
    assert_int_equal(solver_check(f.s, 2, right), ANSWER_UNSAT);
    assert_false(solver_interpolate(f.s, a, ult(&f, z, f.x), &i));
    stop(&f);
}

/* x <= y < n and n <= z < x: the sum of the left is x < n, and z is local to the right. */
static void sums_interpolate(void **state) {
    (void)state;
    fixture f = start("auto");
    sort s = sort_real(f.t);
    term x = term_var(f.t, "rx", s), y = term_var(f.t, "ry", s), z = term_var(f.t, "rz", s),
         n = term_var(f.t, "rn", s), i = {0};
    term a = term_and(f.t, term_2(f.t, OP_LE, x, y), term_2(f.t, OP_LT, y, n));
    term b = term_and(f.t, term_2(f.t, OP_LE, n, z), term_2(f.t, OP_LT, z, x));
    assert_true(solver_interpolate(f.s, a, b, &i));
    assert_true(same(i, term_2(f.t, OP_LT, x, n)));
    assert_false(solver_interpolate(f.s, a, term_2(f.t, OP_LE, z, x), &i));
    stop(&f);
}

static void cvc5_interpolates(void **state) {
    (void)state;
    fixture f = start(CVC5);
    assert_true(solver_capabilities(f.s) & CAN_INTERPOLATE);
    term n = term_var(f.t, "n", sort_int(f.t)), m = term_var(f.t, "m", sort_int(f.t)), i = {0};
    term a = term_and(f.t, term_2(f.t, OP_LE, term_int(f.t, 3), n),
                      term_eq(f.t, m, term_2(f.t, OP_ADD, n, term_int(f.t, 1))));
    term b = term_2(f.t, OP_LT, m, term_int(f.t, 3));
    assert_true(solver_interpolate(f.s, a, b, &i));
    assert_false(term_mentions(f.t, i, n));
    solver *z3 = solver_new(f.t, "z3", (solver_options){0}, NULL);
    assert_int_equal(solver_check(z3, 2, (term[]){a, term_not(f.t, i)}), ANSWER_UNSAT);
    assert_int_equal(solver_check(z3, 2, (term[]){i, b}), ANSWER_UNSAT);
    assert_false(solver_interpolate(z3, a, b, &i));
    solver_delete(z3);
    solver_assert(f.s, a);
    assert_int_equal(ask(&f), ANSWER_SAT); /* and the solver goes on */
    stop(&f);
}

/* ---- the cache ---- */

static void the_cache_forgets_the_oldest(void **state) {
    (void)state;
    query_cache *c = cache_new(3);
    term f[] = {{1}, {2}, {3}, {4}}, turned[] = {{3}, {1}, {2}, {1}};
    assert_int_equal(cache_find(c, 1, 3, f), ANSWER_UNKNOWN);
    cache_add(c, 1, 3, f, ANSWER_UNSAT);
    cache_add(c, 2, 3, f, ANSWER_SAT);
    cache_add(c, 3, 3, f, ANSWER_UNKNOWN);
    assert_int_equal(cache_find(c, 1, 4, turned), ANSWER_UNSAT);
    assert_int_equal(cache_find(c, 2, 3, f), ANSWER_SAT);
    assert_int_equal(cache_find(c, 3, 3, f), ANSWER_UNKNOWN);
    assert_int_equal(cache_find(c, 1, 2, f), ANSWER_UNKNOWN);
    assert_int_equal(cache_find(c, 1, 3, f), ANSWER_UNSAT);
    cache_add(c, 1, 1, f, ANSWER_SAT);
    cache_add(c, 1, 0, f, ANSWER_SAT); /* scope 2 was used longest ago */
    assert_int_equal(cache_find(c, 2, 3, f), ANSWER_UNKNOWN);
    assert_int_equal(cache_find(c, 1, 3, f), ANSWER_UNSAT);
    assert_int_equal(cache_find(c, 1, 0, f), ANSWER_SAT);
    assert_int_equal(cache_statistics(c)->evicted, 1);
    assert_int_equal(cache_statistics(c)->hits, 5);
    assert_int_equal(cache_statistics(c)->misses, 4);
    for (uint32_t i = 0; i < 1000; i++) cache_add(c, i, 4, f, i % 2 ? ANSWER_SAT : ANSWER_UNSAT);
    for (uint32_t i = 997; i < 1000; i++)
        assert_int_equal(cache_find(c, i, 4, f), i % 2 ? ANSWER_SAT : ANSWER_UNSAT);
    cache_delete(c);
}

/* What was learnt about a factor of eight bits holds for shorter ones, too, and for a second factor
 * that is then so long that 256 times it turns round. */
static void test_product_lemmas(void **state) {
    (void)state;
    terms *t = terms_new();
    solver *s = solver_new(t, "blast", (solver_options){0}, NULL);
    term a = term_var(t, "a", sort_bv(t, 32)), b = term_var(t, "b", sort_bv(t, 32));
    term m = term_2(t, OP_BVMUL, a, b);
    term first[] = {term_2(t, OP_BVULT, term_bv(t, 32, 199), a),
                    term_2(t, OP_BVULT, a, term_bv(t, 32, 256)),
                    term_2(t, OP_BVULT, b, term_bv(t, 32, 1000)),
                    term_2(t, OP_BVULT, term_bv(t, 32, 300000), m)};
    term next[] = {term_eq(t, a, term_bv(t, 32, 1)), term_eq(t, b, term_bv(t, 32, 0xffffffff)),
                   term_eq(t, m, term_bv(t, 32, 0xffffffff))};
    assert_int_equal(solver_check(s, 4, first), ANSWER_UNSAT);
    assert_int_equal(solver_check(s, 3, next), ANSWER_SAT);
    solver_delete(s);
    terms_delete(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sat_gives_a_model),         cmocka_unit_test(unsat_gives_a_core),
        cmocka_unit_test(constants_need_no_solver),  cmocka_unit_test(scopes_come_and_go),
        cmocka_unit_test(models_outlive_assertions), cmocka_unit_test(floats_are_decided),
        cmocka_unit_test(open_cases_are_decided),    cmocka_unit_test(integers_move_auto_over),
        cmocka_unit_test(arrays_are_extensional),    cmocka_unit_test(limits_end_a_check),
        cmocka_unit_test(cores_are_minimized),       cmocka_unit_test(garbage_is_dropped),
        cmocka_unit_test(bad_children_are_reported), cmocka_unit_test(a_child_is_replaced),
        cmocka_unit_test(all_solutions_are_told),    cmocka_unit_test(proofs_interpolate),
        cmocka_unit_test(sums_interpolate),          cmocka_unit_test(cvc5_interpolates),
        cmocka_unit_test(test_product_lemmas),       cmocka_unit_test(the_cache_forgets_the_oldest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
