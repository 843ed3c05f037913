/* Random terms where blast, z3 and the evaluator must agree.
 *
 * Round by round: random terms over a few variables are evaluated under a random model. With the
 * variables fixed to that model, "some term differs from its value" must be unsat and "all terms
 * have their values" sat, for both solvers. Then random formulas, variables left open, must get the
 * same answer from both, and a model of either must satisfy the formula under evaluation. A failure
 * is shrunk to the smallest subterm that shows it. In half of the rounds blast puts off also small
 * products.
 *
 *   fuzz_solver [SEED [TERMS [KIND]]]     KIND: 0 words, 1 floats, 3 arrays; otherwise all in turn
 */
#include "base/random.h"
#include "solver/blast_internal.h"
#include "term/smtlib.h"
#include "term/value.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    VARIABLES = 3,
    BATCH = 50,
    ROUNDS_PER_BANK = 8,
    WIDTHS = 5,
    BANK_KINDS = 64,
    FLOAT_BATCH = 10,
    PROGRAMS = 20
};
static const uint32_t widths[WIDTHS] = {1, 4, 7, 16, 32};
enum { EB = 4, SB = 7 }; /* smaller ones take Z3 detours */

typedef struct {
    terms *t;
    values *v;
    evaluator *e;
    rng r;
    term words[WIDTHS][VARIABLES], bools[VARIABLES], floats[VARIABLES], mode, arrays[2];
    term_vec vars;
    model m;
    solver *blast, *z3;
    bool with_floats, with_arrays;
    double blast_seconds, z3_seconds;
    uint64_t terms_compared, open_compared, open_unknown;
} fuzz;

static term random_bool(fuzz *z, int depth);
static term random_word(fuzz *z, uint32_t k, int depth);

static uint32_t pick(fuzz *z, uint32_t n) { return random_below(&z->r, n); }

/* ---- terms ---- */

static uint64_t random_bits(fuzz *z) {
    uint64_t bits = random_u64(&z->r);
    switch (pick(z, 4)) {
    case 0: return bits & 3;
    case 1: return ~(bits & 3);
    case 2: return 1ull << (bits & 31);
    default: return bits;
    }
}

static term random_mode(fuzz *z) {
    return pick(z, 3) ? term_rm(z->t, (enum rounding)pick(z, 5)) : z->mode;
}

static term random_float_constant(fuzz *z) {
    mpz_t n;
    mpz_init_set_ui(n, pick(z, 1u << (EB + SB)));
    term a = term_fp_bits(z->t, sort_fp(z->t, EB, SB), n);
    mpz_clear(n);
    return a;
}

static term random_float(fuzz *z, int depth) {
    if (depth <= 0) return pick(z, 4) ? z->floats[pick(z, VARIABLES)] : random_float_constant(z);
    static const enum op binary[] = {OP_FP_ADD, OP_FP_SUB, OP_FP_MUL, OP_FP_DIV};
    term a = random_float(z, depth - 1), b = random_float(z, depth - 2), w;
    switch (pick(z, 11)) {
    case 0: return term_1(z->t, pick(z, 2) ? OP_FP_NEG : OP_FP_ABS, a);
    case 1: return term_2(z->t, pick(z, 2) ? OP_FP_MIN : OP_FP_MAX, a, b);
    case 2: return term_2(z->t, pick(z, 2) ? OP_FP_SQRT : OP_FP_ROUND, random_mode(z), a);
    case 3:
        return term_app(z->t, OP_FP_FMA, 4,
                        (term[]){random_mode(z), a, b, random_float(z, depth - 2)});
    case 4: return term_ite(z->t, random_bool(z, depth - 2), a, b);
    case 5: return term_2(z->t, OP_FP_REM, a, b);
    case 6:
        w = random_word(z, 1 + pick(z, 3), depth - 2);
        return term_app_indexed(z->t, pick(z, 2) ? OP_FP_FROM_SBV : OP_FP_FROM_UBV, EB, SB, 2,
                                (term[]){random_mode(z), w});
    default: return term_3(z->t, binary[pick(z, 4)], random_mode(z), a, b);
    }
}

static term random_array(fuzz *z, int depth) {
    if (depth <= 0) return z->arrays[pick(z, 2)];
    term a = random_array(z, depth - 1);
    switch (pick(z, 5)) {
    case 0: return term_ite(z->t, random_bool(z, depth - 2), a, random_array(z, depth - 2));
    case 1:
        return pick(z, 4)
                   ? a
                   : term_const_array(z->t, term_sort(z->t, a), random_word(z, 2, depth - 2));
    default: return term_store(z->t, a, random_word(z, 1, depth - 2), random_word(z, 2, depth - 2));
    }
}

/* A word of another width, cut or extended to widths[k]. */
static term resized(fuzz *z, uint32_t k, int depth) {
    uint32_t from = pick(z, WIDTHS), n = widths[k], m = widths[from];
    term a = random_word(z, from, depth);
    if (m > n) {
        uint32_t low = pick(z, m - n + 1);
        return term_extract(z->t, low + n - 1, low, a);
    }
    return pick(z, 2) ? term_zext(z->t, a, n) : term_sext(z->t, a, n);
}

static term from_other_sorts(fuzz *z, uint32_t k, int depth) {
    if (z->with_arrays && k == 2)
        return term_select(z->t, random_array(z, depth), random_word(z, 1, depth - 1));
    if (!z->with_floats || depth <= 0) return term_bv(z->t, widths[k], random_bits(z));
    term a = random_float(z, depth);
    return term_app_indexed(z->t, pick(z, 2) ? OP_FP_TO_SBV : OP_FP_TO_UBV, widths[k], 0, 2,
                            (term[]){random_mode(z), a});
}

static term random_word(fuzz *z, uint32_t k, int depth) {
    static const enum op binary[] = {OP_BVAND,  OP_BVOR,   OP_BVXOR,  OP_BVADD,  OP_BVSUB,
                                     OP_BVMUL,  OP_BVSHL,  OP_BVLSHR, OP_BVASHR, OP_BVUDIV,
                                     OP_BVUREM, OP_BVSDIV, OP_BVSREM, OP_BVSMOD};
    if (depth <= 0)
        return pick(z, 4) ? z->words[k][pick(z, VARIABLES)]
                          : term_bv(z->t, widths[k], random_bits(z));
    uint32_t hard = widths[k] > 16 ? 9 : 14; /* wide division is left to its own tests */
    switch (pick(z, 9)) {
    case 0: return resized(z, k, depth - 1);
    case 1:
        return term_ite(z->t, random_bool(z, depth - 1), random_word(z, k, depth - 1),
                        random_word(z, k, depth - 2));
    case 2: return term_1(z->t, pick(z, 2) ? OP_BVNOT : OP_BVNEG, random_word(z, k, depth - 1));
    case 3: return from_other_sorts(z, k, depth - 1);
    default:
        return term_2(z->t, binary[pick(z, hard)], random_word(z, k, depth - 1),
                      random_word(z, k, depth - 2));
    }
}

static term random_float_question(fuzz *z, int depth) {
    static const enum op unary[] = {OP_FP_IS_NORMAL, OP_FP_IS_SUBNORMAL, OP_FP_IS_ZERO,
                                    OP_FP_IS_INF,    OP_FP_IS_NAN,       OP_FP_IS_NEG,
                                    OP_FP_IS_POS};
    static const enum op binary[] = {OP_FP_LT, OP_FP_LE, OP_FP_EQ, OP_FP_GT, OP_FP_GE, OP_EQ};
    term a = random_float(z, depth);
    if (!pick(z, 3)) return term_1(z->t, unary[pick(z, 7)], a);
    return term_2(z->t, binary[pick(z, 6)], a, random_float(z, depth - 1));
}

static term random_comparison(fuzz *z, int depth) {
    static const enum op binary[] = {OP_EQ,      OP_BVULT,   OP_BVULE,   OP_BVUGT,
                                     OP_BVUGE,   OP_BVSLT,   OP_BVSLE,   OP_BVSGT,
                                     OP_BVSGE,   OP_BVUADDO, OP_BVSADDO, OP_BVUSUBO,
                                     OP_BVSSUBO, OP_BVUMULO, OP_BVSMULO, OP_BVSDIVO};
    uint32_t k = pick(z, WIDTHS);
    return term_2(z->t, binary[pick(z, 16)], random_word(z, k, depth),
                  random_word(z, k, depth - 1));
}

static term random_bool(fuzz *z, int depth) {
    static const enum op binary[] = {OP_AND, OP_OR, OP_XOR, OP_EQ, OP_IMPLIES};
    if (depth <= 0) return z->bools[pick(z, VARIABLES)];
    switch (pick(z, 8)) {
    case 0: return term_not(z->t, random_bool(z, depth - 1));
    case 1:
    case 2:
        return term_2(z->t, binary[pick(z, 5)], random_bool(z, depth - 1),
                      random_bool(z, depth - 1));
    case 3:
        return term_ite(z->t, random_bool(z, depth - 1), random_bool(z, depth - 2),
                        random_bool(z, depth - 2));
    case 4: return term_1(z->t, OP_BVNEGO, random_word(z, pick(z, WIDTHS), depth - 1));
    case 5:
        if (z->with_floats) return random_float_question(z, depth - 1);
        if (z->with_arrays)
            return term_eq(z->t, random_array(z, depth - 1), random_array(z, depth - 2));
        return random_comparison(z, depth - 1);
    default: return random_comparison(z, depth - 1);
    }
}

/* ---- the bank and its model ---- */

static void add_variable(fuzz *z, term *a, const char *stem, uint32_t i, uint32_t k, sort s) {
    char name[32];
    snprintf(name, sizeof name, "%s%u_%u", stem, i, k);
    *a = term_var(z->t, name, s);
    vec_push(&z->vars, *a);
}

static void open_bank(fuzz *z) {
    z->t = terms_new();
    z->v = values_new(z->t);
    z->e = evaluator_new(z->t, z->v);
    model_init(&z->m, z->v);
    vec_clear(&z->vars);
    for (uint32_t i = 0; i < VARIABLES; i++) {
        for (uint32_t k = 0; k < WIDTHS; k++)
            add_variable(z, &z->words[k][i], "w", k, i, sort_bv(z->t, widths[k]));
        add_variable(z, &z->bools[i], "b", 0, i, sort_bool(z->t));
        add_variable(z, &z->floats[i], "f", 0, i, sort_fp(z->t, EB, SB));
    }
    add_variable(z, &z->mode, "rm", 0, 0, sort_rm(z->t));
    for (uint32_t i = 0; i < 2; i++)
        add_variable(z, &z->arrays[i], "a", 0, i,
                     sort_array(z->t, sort_bv(z->t, widths[1]), sort_bv(z->t, widths[2])));
    z->blast = solver_new(z->t, "blast", (solver_options){.query_seconds = 5}, NULL);
    z->z3 = solver_new(z->t, "z3", (solver_options){.query_seconds = 5}, NULL);
    if (pick(z, 2)) ((blast_solver *)z->blast)->products.least = 1 + pick(z, 4);
}

static void close_bank(fuzz *z) {
    z->blast_seconds += solver_statistics(z->blast)->seconds;
    z->z3_seconds += solver_statistics(z->z3)->seconds;
    solver_delete(z->blast);
    solver_delete(z->z3);
    model_release(&z->m);
    evaluator_delete(z->e);
    values_delete(z->v);
    terms_delete(z->t);
}

static term random_constant(fuzz *z, sort s) {
    switch (sort_kind_of(z->t, s)) {
    case SORT_BOOL: return term_bool(z->t, pick(z, 2));
    case SORT_BV: return term_bv(z->t, sort_width(z->t, s), random_bits(z));
    case SORT_FP: return random_float_constant(z);
    case SORT_RM: return term_rm(z->t, (enum rounding)pick(z, 5));
    default: break;
    }
    term a = term_const_array(z->t, s, random_constant(z, sort_element(z->t, s)));
    for (uint32_t i = pick(z, 3); i > 0; i--)
        a = term_store(z->t, a, random_constant(z, sort_index(z->t, s)),
                       random_constant(z, sort_element(z->t, s)));
    return a;
}

/* A random model, as values and as equations to assume. */
static void random_model(fuzz *z, term_vec *equations) {
    model_clear(&z->m);
    vec_clear(equations);
    for (uint32_t i = 0; i < z->vars.size; i++) {
        term x = z->vars.data[i], c = random_constant(z, term_sort(z->t, x));
        if (!z->with_arrays && sort_kind_of(z->t, term_sort(z->t, x)) == SORT_ARRAY) continue;
        model_set(&z->m, x, value_of_term(z->v, c));
        vec_push(equations, term_eq(z->t, x, c));
    }
}

/* ---- comparing ---- */

static term has_value(fuzz *z, term a) {
    return term_eq(z->t, a, value_to_term(z->v, term_eval(z->e, &z->m, a)));
}

/* Is `a` forced to its value by the model, for this solver? */
static enum answer differs(solver *s, term_vec *equations, term wrong) {
    vec_push(equations, wrong);
    enum answer a = solver_check(s, equations->size, equations->data);
    equations->size--;
    return a;
}

static void show(fuzz *z, const char *what, term a) {
    text out = {0};
    smtlib_term(z->t, a, &out);
    printf("  %s: %s\n", what, text_string(&out));
    text_release(&out);
}

static void show_model(fuzz *z) {
    for (uint32_t i = 0; i < z->vars.size; i++) {
        if (!model_has(&z->m, z->vars.data[i])) continue;
        text out = {0};
        value_print(z->v, model_get(&z->m, z->t, z->vars.data[i]), &out);
        printf("  %s = %s\n", term_name(z->t, z->vars.data[i]), text_string(&out));
        text_release(&out);
    }
}

/* The first subterm, arguments before applications, that the solver gets wrong. */
static term shrink(fuzz *z, solver *s, term_vec *equations, term a) {
    for (uint32_t i = 0; i < term_arity(z->t, a); i++) {
        term x = shrink(z, s, equations, term_arg(z->t, a, i));
        if (x.id) return x;
    }
    bool wrong = differs(s, equations, term_not(z->t, has_value(z, a))) == ANSWER_SAT;
    return wrong ? a : (term){0};
}

static _Noreturn void fail(fuzz *z, solver *s, term_vec *equations, uint32_t n, const term *batch) {
    printf("FAIL: %s and the evaluator differ\n", solver_name(s));
    for (uint32_t i = 0; i < n; i++) {
        term small = shrink(z, s, equations, batch[i]);
        if (!small.id) continue;
        show(z, "smallest subterm", small);
        show(z, "evaluates to", value_to_term(z->v, term_eval(z->e, &z->m, small)));
        break;
    }
    show_model(z);
    exit(1);
}

static void compare_fixed(fuzz *z, solver *s, term_vec *equations, uint32_t n, const term *batch) {
    term all = term_true(z->t);
    for (uint32_t i = 0; i < n; i++) all = term_and(z->t, all, has_value(z, batch[i]));
    enum answer wrong = differs(s, equations, term_not(z->t, all));
    enum answer right =
        pick(z, 8) ? ANSWER_SAT : differs(s, equations, all); /* follows, unless all is unsat */
    if (wrong == ANSWER_SAT || right == ANSWER_UNSAT) fail(z, s, equations, n, batch);
    if (wrong == ANSWER_UNKNOWN || right == ANSWER_UNKNOWN) {
        printf("  %s: unknown (%s)\n", solver_name(s), solver_why(s));
        z->open_unknown++;
    }
}

static bool model_holds(fuzz *z, solver *s, term formula) {
    model_clear(&z->m);
    solver_model(s, &z->m, z->vars.size, z->vars.data);
    return value_is_true(solver_value(s, z->v, formula)) && term_holds(z->e, &z->m, formula);
}

/* After many queries z3's models of arrays that equal a constant one have another default: then
 * a new z3 must do better. */
static bool holds_anew(fuzz *z, term formula) {
    solver *fresh = solver_new(z->t, "z3", (solver_options){.query_seconds = 5}, NULL);
    enum answer a = solver_check(fresh, 1, &formula);
    bool good = a == ANSWER_UNKNOWN || (a == ANSWER_SAT && model_holds(z, fresh, formula));
    solver_delete(fresh);
    return good;
}

static void check_model(fuzz *z, solver *s, term formula) {
    if (model_holds(z, s, formula)) return;
    if (s == z->z3 && z->with_arrays && holds_anew(z, formula)) return;
    printf("FAIL: model of %s does not satisfy\n", solver_name(s));
    show(z, "formula", formula);
    show_model(z);
    exit(1);
}

static term conjunction(fuzz *z, uint32_t n, const term *parts) {
    term all = term_true(z->t);
    for (uint32_t i = 0; i < n; i++) all = term_and(z->t, all, parts[i]);
    return all;
}

/* Without z3, which takes a hundred times longer for arrays: a model is checked by the evaluator.
 */
static enum answer check_alone(fuzz *z, uint32_t n, const term *parts) {
    term all = conjunction(z, n, parts);
    enum answer a = solver_check(z->blast, n, parts);
    if (a == ANSWER_SAT) check_model(z, z->blast, all);
    return a;
}

static void compare_answers(fuzz *z, uint32_t n, const term *parts) {
    term all = conjunction(z, n, parts);
    enum answer a = check_alone(z, n, parts), b = solver_check(z->z3, n, parts);
    if (b == ANSWER_SAT) check_model(z, z->z3, all);
    if (a != ANSWER_UNKNOWN && b != ANSWER_UNKNOWN && a != b) {
        printf("FAIL: blast says %d, z3 says %d (1 sat, 2 unsat)\n", a, b);
        show(z, "formula", all);
        exit(1);
    }
    if (a == ANSWER_UNKNOWN || b == ANSWER_UNKNOWN) z->open_unknown++;
    else z->open_compared++;
}

static void compare_open(fuzz *z) {
    int depth = z->with_floats   ? 2
                : z->with_arrays ? 3
                                 : 4; /* z3 takes seconds for deeper floats */
    compare_answers(z, 2, (term[]){random_bool(z, depth), random_bool(z, depth - 1)});
}

/* ---- programs over arrays: what is stored was computed from what was read ---- */

static term random_place(fuzz *z) {
    term i = z->words[1][pick(z, VARIABLES)], c = term_bv(z->t, widths[1], pick(z, 3));
    return pick(z, 3) ? term_2(z->t, OP_BVADD, i, c) : c;
}

static term random_read(fuzz *z, const term_vec *versions) {
    return term_select(z->t, versions->data[pick(z, versions->size)], random_place(z));
}

static term random_element(fuzz *z, const term_vec *versions) {
    term x = random_read(z, versions), y = random_read(z, versions);
    switch (pick(z, 4)) {
    case 0: return x;
    case 1: return term_ite(z->t, term_2(z->t, OP_BVULT, x, y), x, z->words[2][0]);
    default: return term_2(z->t, OP_BVADD, x, pick(z, 2) ? y : z->words[2][pick(z, VARIABLES)]);
    }
}

static term random_question(fuzz *z, const term_vec *versions) {
    term x = random_element(z, versions), y = random_element(z, versions);
    term q = pick(z, 3) ? term_eq(z->t, x, y) : term_2(z->t, OP_BVULT, x, y);
    return pick(z, 2) ? q : term_not(z->t, q);
}

static void compare_program(fuzz *z) {
    term_vec versions = {0};
    term asked[4];
    for (uint32_t i = 0; i < 2; i++) vec_push(&versions, z->arrays[i]);
    for (uint32_t i = 2 + pick(z, 5); i > 0; i--) {
        uint32_t from = pick(z, 3) ? versions.size - 1 : pick(z, versions.size);
        term place = random_place(z), element = random_element(z, &versions);
        vec_push(&versions, term_store(z->t, versions.data[from], place, element));
    }
    uint32_t n = 1 + pick(z, 4);
    for (uint32_t i = 0; i < n; i++) asked[i] = random_question(z, &versions);
    if (!pick(z, 32)) compare_answers(z, n, asked);
    else check_alone(z, n, asked);
    vec_release(&versions);
}

static void round_of(fuzz *z) {
    term_vec equations = {0};
    term batch[BATCH];
    random_model(z, &equations);
    uint32_t n = z->with_floats ? FLOAT_BATCH : BATCH;
    for (uint32_t i = 0; i < n; i++) {
        int depth = z->with_floats || z->with_arrays ? 2 : 1 + (int)pick(z, 3);
        batch[i] = pick(z, 2) ? random_bool(z, depth) : random_word(z, pick(z, WIDTHS), depth);
    }
    compare_fixed(z, z->blast, &equations, n, batch);
    compare_fixed(z, z->z3, &equations, n, batch);
    z->terms_compared += n;
    compare_open(z);
    for (uint32_t i = 0; z->with_arrays && i < PROGRAMS; i++) compare_program(z);
    vec_release(&equations);
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 0) : 20000;
    uint32_t kind = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 0) : 4;
    fuzz z = {.r = {seed}};
    printf("fuzz_solver: seed %llu\n", (unsigned long long)seed);
    for (uint32_t bank = 0; z.terms_compared < count; bank++) {
        z.with_floats = (kind < 4 ? kind : bank % BANK_KINDS) == 1;
        z.with_arrays = (kind < 4 ? kind : bank % BANK_KINDS) == 3;
        open_bank(&z);
        for (uint32_t i = 0; i < ROUNDS_PER_BANK; i++) round_of(&z);
        close_bank(&z);
    }
    vec_release(&z.vars);
    printf("fuzz_solver: %llu terms where blast, z3 and the evaluator agree; %llu open formulas "
           "with one answer, %llu "
           "unknown\n",
           (unsigned long long)z.terms_compared, (unsigned long long)z.open_compared,
           (unsigned long long)z.open_unknown);
    printf("fuzz_solver: blast %.2f s, z3 %.2f s\n", z.blast_seconds, z.z3_seconds);
    return 0;
}
