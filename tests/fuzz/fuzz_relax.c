/* Floats as reals with rounding errors (solver/relax.h) against the evaluator.
 *
 * Chains of sums, multiples, conversions and choices over a few bounded variables are evaluated at
 * a random point. What holds there is asserted, with the bounds around the point, as conjuncts or
 * behind a choice: unsat would be wrong. Then one claim is turned around: with the variables fixed,
 * a value that is far off must be refuted, or the relaxation is worth nothing.
 *
 *   fuzz_relax [SEED [ROUNDS]] */
#include "base/random.h"
#include "solver/solver.h"
#include "term/smtlib.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FLOATS = 4, WORDS = 2, CHAIN = 14 };

typedef struct {
    terms *t;
    values *v;
    evaluator *e;
    model point;
    rng r;
    term_vec vars, made;
    uint64_t planted, refuted, kept;
} fuzz;

static sort any_sort(fuzz *z) {
    return random_below(&z->r, 2) ? sort_fp(z->t, 11, 53) : sort_fp(z->t, 8, 24);
}
static double any_double(fuzz *z) {
    double d = (double)(int64_t)(random_u64(&z->r) >> 20) / (double)(1ull << 43) - 1; /* -1 .. 1 */
    return random_below(&z->r, 6) ? d * 10 : ldexp(d, (int)random_below(&z->r, 300) - 150);
}
static term constant(fuzz *z, sort s) { return term_fp_double(z->t, s, any_double(z)); }
static term mode(fuzz *z) {
    return term_rm(z->t, random_below(&z->r, 5) ? RNE : (enum rounding)random_below(&z->r, 5));
}
static term some(fuzz *z) { return z->made.data[random_below(&z->r, z->made.size)]; }
static term value_at(fuzz *z, term a) { return value_to_term(z->v, term_eval(z->e, &z->point, a)); }

static term as(fuzz *z, sort s, term a) {
    if (same_sort(term_sort(z->t, a), s)) return a;
    return term_app_indexed(z->t, OP_FP_FROM_FP, sort_eb(z->t, s), sort_sb(z->t, s), 2,
                            (term[]){mode(z), a});
}

static term chain(fuzz *z) {
    terms *t = z->t;
    sort s = any_sort(z);
    term a = as(z, s, some(z)), b = as(z, s, some(z)), m = mode(z);
    switch (random_below(&z->r, 12)) {
    case 0:
    case 1: return term_3(t, OP_FP_ADD, m, a, b);
    case 2: return term_3(t, OP_FP_SUB, m, a, b);
    case 3:
    case 4: return term_3(t, OP_FP_MUL, m, a, constant(z, s));
    case 5: return term_3(t, OP_FP_DIV, m, a, constant(z, s));
    case 6: return term_app(t, OP_FP_FMA, 4, (term[]){m, constant(z, s), a, b});
    case 7: return term_1(t, random_below(&z->r, 2) ? OP_FP_NEG : OP_FP_ABS, a);
    case 8: return term_ite(t, term_2(t, OP_FP_LE, a, b), a, b);
    case 9: return term_2(t, random_below(&z->r, 2) ? OP_FP_MIN : OP_FP_MAX, a, b);
    case 10: return term_3(t, OP_FP_MUL, m, a, b);
    default:
        return term_app_indexed(t, OP_FP_FROM_SBV, sort_eb(t, s), sort_sb(t, s), 2,
                                (term[]){m, z->vars.data[FLOATS + random_below(&z->r, WORDS)]});
    }
}

static void make_point(fuzz *z) {
    for (uint32_t i = 0; i < z->vars.size; i++) {
        term var = z->vars.data[i];
        bool word = sort_is_bv(z->t, term_sort(z->t, var));
        term c = word ? term_bv(z->t, 32, random_u64(&z->r) >> random_below(&z->r, 64))
                      : constant(z, term_sort(z->t, var));
        model_set(&z->point, var, value_of_term(z->v, c));
    }
}

/* low <= x <= high around the point; exactly it where `fixed`. */
static term bounds(fuzz *z, term x, bool fixed) {
    terms *t = z->t;
    term c = value_at(z, x), m = term_rm(t, RNE),
         room = term_fp_double(t, term_sort(t, x), fixed ? 0 : fabs(any_double(z)));
    return term_and(t, term_2(t, OP_FP_LE, term_3(t, OP_FP_SUB, m, c, room), x),
                    term_2(t, OP_FP_LE, x, term_3(t, OP_FP_ADD, m, c, room)));
}

static term fact_about(fuzz *z, term x, term y) {
    terms *t = z->t;
    term c = value_at(z, x), claim = term_2(t, OP_FP_LE, x, as(z, term_sort(t, x), y));
    if (random_below(&z->r, 3))
        claim = random_below(&z->r, 2) ? term_2(t, OP_FP_LE, x, c) : term_2(t, OP_FP_LE, c, x);
    return term_holds(z->e, &z->point, claim) ? claim : term_not(t, claim);
}

static _Noreturn void complain(fuzz *z, const term_vec *facts, const char *what) {
    text out = {0};
    for (uint32_t i = 0; i < facts->size; i++) {
        smtlib_term(z->t, facts->data[i], &out);
        text_add(&out, "\n");
    }
    printf("%s\n%s", what, text_string(&out));
    exit(1);
}

static void round_one(fuzz *z) {
    terms *t = z->t;
    bool fixed = random_below(&z->r, 3) == 0;
    term_vec facts = {0};
    solver *s = solver_new(t, "reals/z3", (solver_options){.query_seconds = 0.5}, NULL);
    make_point(z);
    z->made.size = FLOATS;
    for (uint32_t i = 0; i < CHAIN; i++) {
        term x = chain(z);
        if (!term_is_const(t, x)) vec_push(&z->made, x);
    }
    term last = vec_last(&z->made), guard = term_fresh(t, "taken", sort_bool(t));
    for (uint32_t i = 0; i < FLOATS; i++) {
        term known = bounds(z, z->vars.data[i], fixed);
        bool behind = !fixed && random_below(&z->r, 3) == 0;
        vec_push(&facts, behind ? term_or(t, guard, known) : known);
    }
    for (uint32_t i = 0; i < WORDS && fixed; i++)
        vec_push(&facts,
                 term_eq(t, z->vars.data[FLOATS + i], value_at(z, z->vars.data[FLOATS + i])));
    if (random_below(&z->r, 2)) vec_push(&facts, term_not(t, guard));
    for (uint32_t i = 0; i < 3; i++) vec_push(&facts, fact_about(z, some(z), last));
    for (uint32_t i = 0; i < facts.size; i++) solver_assert(s, facts.data[i]);
    if (solver_check(s, 0, NULL) == ANSWER_UNSAT)
        complain(z, &facts, "unsat, but there is a solution:");
    z->planted++;
    term far = term_3(t, OP_FP_ADD, term_rm(t, RNE), value_at(z, last),
                      term_fp_double(t, term_sort(t, last), 1));
    term claim = term_2(t, OP_FP_LE, far, last);
    if (fixed && !term_holds(z->e, &z->point, claim))
        *(solver_check(s, 1, &claim) == ANSWER_UNSAT ? &z->refuted : &z->kept) += 1;
    solver_delete(s);
    vec_release(&facts);
}

static void one_bank(fuzz *z, uint64_t rounds) {
    z->t = terms_new();
    z->v = values_new(z->t);
    z->e = evaluator_new(z->t, z->v);
    model_init(&z->point, z->v);
    vec_clear(&z->vars);
    vec_clear(&z->made);
    for (int i = 0; i < FLOATS + WORDS; i++) {
        char name[8];
        snprintf(name, sizeof name, "x%d", i);
        vec_push(&z->vars, term_var(z->t, name, i < FLOATS ? any_sort(z) : sort_bv(z->t, 32)));
    }
    vec_append(&z->made, z->vars.data, FLOATS);
    for (uint64_t i = 0; i < rounds; i++) round_one(z);
    model_release(&z->point);
    evaluator_delete(z->e);
    values_delete(z->v);
    terms_delete(z->t);
}

int main(int argc, char **argv) {
    fuzz z = {.r = {argc > 1 ? strtoull(argv[1], NULL, 10) : 1}};
    uint64_t rounds = argc > 2 ? strtoull(argv[2], NULL, 10) : 2000;
    for (uint64_t i = 0; i < rounds; i += 100) one_bank(&z, 100);
    printf("fuzz_relax: %llu formulas with a solution, none refuted; %llu of %llu without one "
           "refuted\n",
           (unsigned long long)z.planted, (unsigned long long)z.refuted,
           (unsigned long long)(z.refuted + z.kept));
    vec_release(&z.vars);
    vec_release(&z.made);
    return z.refuted ? 0 : 1;
}
