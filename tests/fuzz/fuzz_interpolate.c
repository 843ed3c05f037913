/* Interpolants from proofs of blast, of linear arithmetic and of icp, checked by z3: implied by a, inconsistent with b,
 * over common variables.
 *
 * Random formulas over variables of their own and common ones, words, floats and Booleans;
 * where blast finds their conjunction unsatisfiable there must be an interpolant, unless it is too
 * large.
 *
 *   fuzz_interpolate [SEED [PAIRS]] */
#include "base/random.h"
#include "solver/interpolate.h"
#include "term/smtlib.h"

#include <stdio.h>
#include <stdlib.h>

enum { EACH = 2, WIDTH = 6, EB = 3, SB = 4 };

typedef struct {
    terms *t;
    rng r;
    term words[3][EACH], floats[3][EACH], bools[3][EACH]; /* of a, of b, common */
    term singles[3][EACH], ints[3][EACH], reals[3][EACH];
    bool only_intervals; /* formulas for icp alone */
    uint64_t found, refused, intervals, no_intervals, linear, no_linear;
} fuzz;

static uint32_t pick(fuzz *z, uint32_t n) { return random_below(&z->r, n); }
static uint32_t owner(fuzz *z, uint32_t side) { return pick(z, 3) ? 2 : side; }

static term word_of(fuzz *z, uint32_t side, int depth) {
    static const enum op ops[] = {OP_BVADD, OP_BVSUB, OP_BVAND, OP_BVOR, OP_BVXOR};
    if (depth <= 0)
        return pick(z, 4) ? z->words[owner(z, side)][pick(z, EACH)]
                          : term_bv(z->t, WIDTH, pick(z, 1u << WIDTH));
    return term_2(z->t, ops[pick(z, 5)], word_of(z, side, depth - 1), word_of(z, side, depth - 2));
}

static term float_of(fuzz *z, uint32_t side, int depth) {
    if (depth <= 0) return z->floats[owner(z, side)][pick(z, EACH)];
    if (pick(z, 3) == 0) return term_1(z->t, OP_FP_NEG, float_of(z, side, depth - 1));
    return term_3(z->t, pick(z, 2) ? OP_FP_ADD : OP_FP_SUB, term_rm(z->t, RNE),
                  float_of(z, side, depth - 1), float_of(z, side, depth - 2));
}

/* What icp decides and blast does not, or not as fast: binary32, Int, Real. */
static term single_of(fuzz *z, uint32_t side, int depth) {
    static const enum op ops[] = {OP_FP_ADD, OP_FP_SUB, OP_FP_MUL};
    if (depth <= 0)
        return pick(z, 3) ? z->singles[owner(z, side)][pick(z, EACH)]
                          : term_fp_double(z->t, sort_fp(z->t, 8, 24), (double)pick(z, 40) / 4 - 5);
    return term_3(z->t, ops[pick(z, 3)], term_rm(z->t, RNE), single_of(z, side, depth - 1),
                  single_of(z, side, depth - 2));
}

static term number_of(fuzz *z, uint32_t side, bool integer, int depth) {
    mpq_t at;
    if (depth > 0) {
        term a = number_of(z, side, integer, depth - 1), b = number_of(z, side, integer, depth - 2);
        return term_2(z->t, pick(z, 4) ? OP_ADD : OP_MUL, a, b);
    }
    if (pick(z, 3)) return (integer ? z->ints : z->reals)[owner(z, side)][pick(z, EACH)];
    mpq_init(at);
    mpq_set_si(at, (long)pick(z, 21) - 10, integer ? 1 : 1 + pick(z, 3));
    mpq_canonicalize(at);
    term c = term_number(z->t, integer ? sort_int(z->t) : sort_real(z->t), at);
    mpq_clear(at);
    return c;
}

static term interval_atom(fuzz *z, uint32_t side) {
    bool integer = pick(z, 2);
    if (pick(z, 2))
        return term_2(z->t, pick(z, 2) ? OP_FP_LE : OP_FP_LT, single_of(z, side, (int)pick(z, 3)),
                      single_of(z, side, (int)pick(z, 2)));
    return term_2(z->t, pick(z, 3) ? OP_LE : OP_EQ, number_of(z, side, integer, (int)pick(z, 3)),
                  number_of(z, side, integer, 0));
}

static term atom(fuzz *z, uint32_t side) {
    static const enum op ops[] = {OP_EQ, OP_BVULT, OP_BVSLE, OP_BVULE};
    if (z->only_intervals && pick(z, 2)) return interval_atom(z, side);
    switch (pick(z, 8)) {
    case 0: return z->bools[owner(z, side)][pick(z, EACH)];
    case 1:
        return term_2(z->t, pick(z, 2) ? OP_FP_LE : OP_FP_LT, float_of(z, side, 1),
                      float_of(z, side, 1));
    default:
        return term_2(z->t, ops[pick(z, 4)], word_of(z, side, (int)pick(z, 3)),
                      word_of(z, side, (int)pick(z, 2)));
    }
}

static term formula(fuzz *z, uint32_t side, int depth) {
    if (depth <= 0) {
        term a = atom(z, side);
        return pick(z, 2) ? a : term_not(z->t, a);
    }
    return term_2(z->t, pick(z, 3) ? OP_AND : OP_OR, formula(z, side, depth - 1),
                  formula(z, side, depth - 1 - (int)pick(z, 2)));
}

/* Sums with small coefficients, and a conditional number now and then. */
static term sum_of(fuzz *z, uint32_t side, bool integer, int depth) {
    term *own = (integer ? z->ints : z->reals)[owner(z, side)];
    if (depth <= 0 || !pick(z, 4)) return own[pick(z, EACH)];
    if (!pick(z, 6))
        return term_ite(z->t, z->bools[owner(z, side)][pick(z, EACH)],
                        sum_of(z, side, integer, depth - 1), sum_of(z, side, integer, depth - 1));
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, (long)pick(z, 9) - 4, 1);
    sort s = integer ? sort_int(z->t) : sort_real(z->t);
    term c = term_number(z->t, s, q);
    mpq_clear(q);
    term x = term_2(z->t, OP_MUL, c, own[pick(z, EACH)]);
    return term_2(z->t, OP_ADD, pick(z, 3) ? x : c, sum_of(z, side, integer, depth - 1));
}

static term linear_formula(fuzz *z, uint32_t side, bool integer, int depth) {
    if (depth > 0) {
        term a = linear_formula(z, side, integer, depth - 1),
             b = linear_formula(z, side, integer, depth - 1 - (int)pick(z, 2));
        return pick(z, 8) ? term_2(z->t, pick(z, 3) ? OP_AND : OP_OR, a, b) : term_eq(z->t, a, b);
    }
    if (!pick(z, 8)) return z->bools[owner(z, side)][pick(z, EACH)];
    enum op op = pick(z, 4) ? OP_LE : OP_EQ;
    term a = term_2(z->t, op, sum_of(z, side, integer, 3), sum_of(z, side, integer, 1));
    return pick(z, 2) ? a : term_not(z->t, a);
}

static bool has(const term_vec *v, term a) {
    for (uint32_t i = 0; i < v->size; i++)
        if (same(v->data[i], a)) return true;
    return false;
}

static bool is_common(fuzz *z, term i, term a, term b) {
    map seen[3] = {0};
    term_vec vars[3] = {0};
    term of[3] = {i, a, b};
    bool good = true;
    for (int k = 0; k < 3; k++) term_vars(z->t, of[k], &seen[k], &vars[k]);
    for (uint32_t k = 0; k < vars[0].size; k++)
        good = good && has(&vars[1], vars[0].data[k]) && has(&vars[2], vars[0].data[k]);
    for (int k = 0; k < 3; k++) {
        map_release(&seen[k]);
        vec_release(&vars[k]);
    }
    return good;
}

static enum answer ask(fuzz *z, const char *backend, term a, term b) {
    solver *s = solver_new(z->t, backend, (solver_options){.query_seconds = 1}, NULL);
    enum answer r = solver_check(s, 2, (term[]){a, b});
    solver_delete(s);
    return r;
}

static bool separates(fuzz *z, term i, term a, term b) {
    return is_common(z, i, a, b) && ask(z, "z3", a, term_not(z->t, i)) != ANSWER_SAT &&
           ask(z, "z3", i, b) != ANSWER_SAT;
}

static bool one_pair(fuzz *z) {
    term a = formula(z, 0, 3), b = formula(z, 1, 3), i;
    enum answer r = ask(z, "blast", a, b);
    bool found = interpolate_by_proof(z->t, a, b, NULL, &i);
    if (r == ANSWER_SAT) return !found;
    if (r == ANSWER_UNKNOWN) return true;
    z->found += found, z->refused += !found;
    return !found || separates(z, i, a, b);
}

/* The same by intervals; whether there is one depends on what icp can refute. */
static bool one_of_intervals(fuzz *z) {
    z->only_intervals = pick(z, 3);
    term a = formula(z, 0, 3), b = formula(z, 1, 3), i;
    z->only_intervals = false;
    solver *s = solver_new(z->t, "icp", (solver_options){0}, NULL);
    bool found = solver_interpolate(s, a, b, &i);
    solver_delete(s);
    z->intervals += found, z->no_intervals += !found;
    return !found || separates(z, i, a, b);
}

/* Over the reals there is always one; of integers where the rationals refute. */
static bool one_linear(fuzz *z) {
    bool integer = pick(z, 2);
    term a = linear_formula(z, 0, integer, 3), b = linear_formula(z, 1, integer, 3), i;
    bool found = interpolate_linear(z->t, a, b, NULL, &i);
    z->linear += found;
    if (found) return separates(z, i, a, b);
    bool missed = ask(z, "z3", a, b) == ANSWER_UNSAT;
    z->no_linear += missed;
    return integer || !missed;
}

static void name_variables(fuzz *z) {
    char name[16];
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t k = 0; k < EACH; k++) {
            snprintf(name, sizeof name, "w%u%u", i, k);
            z->words[i][k] = term_var(z->t, name, sort_bv(z->t, WIDTH));
            snprintf(name, sizeof name, "f%u%u", i, k);
            z->floats[i][k] = term_var(z->t, name, sort_fp(z->t, EB, SB));
            snprintf(name, sizeof name, "b%u%u", i, k);
            z->bools[i][k] = term_var(z->t, name, sort_bool(z->t));
            snprintf(name, sizeof name, "s%u%u", i, k);
            z->singles[i][k] = term_var(z->t, name, sort_fp(z->t, 8, 24));
            snprintf(name, sizeof name, "i%u%u", i, k);
            z->ints[i][k] = term_var(z->t, name, sort_int(z->t));
            snprintf(name, sizeof name, "r%u%u", i, k);
            z->reals[i][k] = term_var(z->t, name, sort_real(z->t));
        }
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    uint64_t pairs = argc > 2 ? strtoull(argv[2], NULL, 0) : 2000;
    fuzz z = {0};
    for (uint64_t i = 0; i < pairs; i++) {
        if (i % 500 == 0) {
            if (z.t) terms_delete(z.t);
            z.t = terms_new();
            name_variables(&z);
        }
        z.r.state = hash_mix(seed * 1000003 + i);
        if (!one_pair(&z) || !one_of_intervals(&z) || !one_linear(&z)) {
            fprintf(stderr, "fuzz_interpolate: pair %llu of seed %llu fails\n",
                    (unsigned long long)i, (unsigned long long)seed);
            return 1;
        }
    }
    terms_delete(z.t);
    printf(
        "fuzz_interpolate: %llu interpolants that z3 accepts, %llu refused; of icp %llu, and %llu "
        "pairs without; of linear arithmetic %llu, and %llu without\n",
        (unsigned long long)z.found, (unsigned long long)z.refused, (unsigned long long)z.intervals,
        (unsigned long long)z.no_intervals, (unsigned long long)z.linear,
        (unsigned long long)z.no_linear);
    return z.refused * 50 > z.found;
}
