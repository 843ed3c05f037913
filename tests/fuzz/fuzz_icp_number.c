/* icp on integers and reals, against z3: random formulas over sums, products, divisions by
 * constants and conversions, most of them within bounds.
 *
 * An answer of icp must not contradict z3's; a model is evaluated. Where bounds are assumed, z3
 * must refute the larger box that the core of a refutation names.
 *
 *   fuzz_icp_number [SEED [FORMULAS]] */
#include "base/random.h"
#include "solver/icp/bound.h"
#include "term/smtlib.h"

#include <stdio.h>
#include <stdlib.h>

enum { EACH = 3, TICKS = 60 };

typedef struct {
    terms *t;
    rng r;
    values *pool;
    evaluator *eval;
    term ints[EACH], reals[EACH];
    uint64_t sat, unsat, unknown, cores, weakened;
} fuzz;

static uint32_t pick(fuzz *z, uint32_t n) { return random_below(&z->r, n); }

static term constant(fuzz *z, bool integer) {
    static const unsigned denominators[] = {1, 1, 1, 2, 3, 4, 10, 1024};
    static const long large[] = {1000000007, 1L << 40, (1L << 53) + 1, (1L << 62) + 5, INT64_MAX};
    mpq_t at;
    mpq_init(at);
    long n = pick(z, 20) ? (long)pick(z, 25) - 12 : large[pick(z, 5)] * (pick(z, 2) ? 1 : -1);
    mpq_set_si(at, n, integer ? 1 : denominators[pick(z, 8)]);
    mpq_canonicalize(at);
    term c = term_number(z->t, integer ? sort_int(z->t) : sort_real(z->t), at);
    mpq_clear(at);
    return c;
}

static term positive(fuzz *z) {
    mpq_t at;
    mpq_init(at);
    mpq_set_si(at, pick(z, 4) ? 1 + (long)pick(z, 9) : (1L << (38 + pick(z, 25))) + pick(z, 9), 1);
    term c = term_number(z->t, sort_int(z->t), at);
    mpq_clear(at);
    return c;
}

static term formula(fuzz *z, int depth);

static term number(fuzz *z, bool integer, int depth) {
    terms *t = z->t;
    if (depth <= 0)
        return pick(z, 4) ? (integer ? z->ints : z->reals)[pick(z, EACH)] : constant(z, integer);
    term a = number(z, integer, depth - 1);
    switch (pick(z, 10)) {
    case 0: return term_2(t, OP_MUL, a, number(z, integer, depth - 2));
    case 1:
    case 2: return term_2(t, OP_MUL, constant(z, integer), a);
    case 3: return term_ite(t, formula(z, 0), a, number(z, integer, depth - 1));
    case 4:
        return integer ? term_1(t, OP_TO_INT, number(z, false, depth - 1))
                       : term_1(t, OP_TO_REAL, number(z, true, depth - 1));
    case 5:
        if (integer) return term_2(t, pick(z, 2) ? OP_INT_DIV : OP_MOD, a, positive(z));
        return term_2(t, OP_DIVIDE, a, constant(z, false));
    case 6: return term_2(t, OP_SUB, a, number(z, integer, depth - 1));
    default: return term_2(t, OP_ADD, a, number(z, integer, depth - 1));
    }
}

static term formula(fuzz *z, int depth) {
    static const enum op ops[] = {OP_LE, OP_LT, OP_GE, OP_GT, OP_EQ};
    terms *t = z->t;
    if (depth > 0) {
        term a = formula(z, depth - 1), b = formula(z, depth - 1);
        return pick(z, 2) ? term_and(t, a, b) : term_or(t, a, term_not(t, b));
    }
    bool integer = pick(z, 2);
    term a = number(z, integer, (int)pick(z, 3)), b = number(z, integer, (int)pick(z, 2));
    return term_2(t, ops[pick(z, 5)], a, b);
}

static enum answer ask(fuzz *z, uint32_t n, const term *all) {
    solver *s = solver_new(z->t, "z3", (solver_options){.query_seconds = 0.5}, NULL);
    enum answer r = solver_check(s, n, all);
    solver_delete(s);
    return r;
}

static bool model_is_right(fuzz *z, solver *s, const term_vec *all) {
    model m;
    bool good = true;
    model_init(&m, z->pool);
    solver_model(s, &m, EACH, z->ints);
    solver_model(s, &m, EACH, z->reals);
    for (uint32_t i = 0; i < all->size; i++) good = good && term_holds(z->eval, &m, all->data[i]);
    model_release(&m);
    return good;
}

/* Bounds around a random place, as assumptions. */
static void assume_box(fuzz *z, term_vec *out, term_vec *of) {
    for (uint32_t i = 0; i < 2 * EACH; i++) {
        bool integer = i < EACH, exact;
        term x = integer ? z->ints[i] : z->reals[i - EACH];
        bound at[BOUNDS_OF_VALUE];
        uint32_t n = bounds_of_value(z->t, z->pool, value_of_term(z->pool, constant(z, integer)),
                                     true, at, &exact);
        for (uint32_t k = 0; k < n; k++) {
            if (!pick(z, 3)) continue;
            vec_push(out, bound_term(z->t, x, at[k]));
            vec_push(of, x);
        }
    }
}

static bool core_is_right(fuzz *z, solver *s, const term_vec *asserted, const term_vec *assumed,
                          const term_vec *of) {
    term_vec all = {0};
    vec_append(&all, asserted->data, asserted->size);
    for (uint32_t i = 0; i < assumed->size; i++) {
        bound needed[BOUNDS_NEEDED];
        uint32_t n = 0;
        if (!solver_in_core(s, assumed->data[i])) continue;
        if (!icp_core_bounds(s, assumed->data[i], of->data[i], &n, needed)) {
            vec_push(&all, assumed->data[i]);
            continue;
        }
        for (uint32_t k = 0; k < n; k++) {
            term weaker = bound_term(z->t, of->data[i], needed[k]);
            z->weakened += !same(weaker, assumed->data[i]);
            vec_push(&all, weaker);
        }
    }
    z->cores++;
    bool good = ask(z, all.size, all.data) != ANSWER_SAT;
    vec_release(&all);
    return good;
}

static bool one(fuzz *z) {
    term_vec asserted = {0}, assumed = {0}, of = {0}, all = {0};
    solver *s = solver_new(z->t, "icp", (solver_options){.query_ticks = TICKS}, NULL);
    bool good = true;
    for (uint32_t i = 0, n = 1 + pick(z, 3); i < n; i++) {
        vec_push(&asserted, formula(z, (int)pick(z, 3)));
        solver_assert(s, asserted.data[i]);
    }
    for (uint32_t round = 0; good && round < 2; round++) {
        vec_clear(&assumed);
        vec_clear(&of);
        vec_clear(&all);
        assume_box(z, &assumed, &of);
        vec_append(&all, asserted.data, asserted.size);
        vec_append(&all, assumed.data, assumed.size);
        enum answer r = solver_check(s, assumed.size, assumed.data);
        z->sat += r == ANSWER_SAT, z->unsat += r == ANSWER_UNSAT, z->unknown += r == ANSWER_UNKNOWN;
        if (r == ANSWER_SAT) good = model_is_right(z, s, &all);
        if (r == ANSWER_UNSAT)
            good = ask(z, all.size, all.data) != ANSWER_SAT &&
                   core_is_right(z, s, &asserted, &assumed, &of);
    }
    solver_delete(s);
    vec_release(&asserted);
    vec_release(&assumed);
    vec_release(&of);
    vec_release(&all);
    return good;
}

static void begin(fuzz *z) {
    char name[16];
    z->t = terms_new();
    z->pool = values_new(z->t);
    z->eval = evaluator_new(z->t, z->pool);
    for (uint32_t i = 0; i < EACH; i++) {
        snprintf(name, sizeof name, "i%u", i);
        z->ints[i] = term_var(z->t, name, sort_int(z->t));
        snprintf(name, sizeof name, "r%u", i);
        z->reals[i] = term_var(z->t, name, sort_real(z->t));
    }
}

static void end(fuzz *z) {
    evaluator_delete(z->eval);
    values_delete(z->pool);
    terms_delete(z->t);
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    uint64_t formulas = argc > 2 ? strtoull(argv[2], NULL, 0) : 1000;
    fuzz z = {0};
    begin(&z);
    for (uint64_t i = 0; i < formulas; i++) {
        if (i && i % 500 == 0) end(&z), begin(&z);
        z.r.state = hash_mix(seed * 1000003 + i);
        if (!one(&z)) {
            fprintf(stderr, "fuzz_icp_number: formula %llu of seed %llu fails\n",
                    (unsigned long long)i, (unsigned long long)seed);
            return 1;
        }
    }
    end(&z);
    printf(
        "fuzz_icp_number: %llu sat, %llu unsat (z3 agrees), %llu unknown; %llu cores, %llu bounds "
        "weakened; none wrong\n",
        (unsigned long long)z.sat, (unsigned long long)z.unsat, (unsigned long long)z.unknown,
        (unsigned long long)z.cores, (unsigned long long)z.weakened);
    return 0;
}
