/* The icp backend, or boxes, against the evaluator and blast.
 *
 * Planted: random terms over floats, words of several widths, Booleans, tables and an array, all
 * rounding modes and an open one, are evaluated at a random point; what is asserted holds at that
 * point, so unsat is wrong. Sat must come with a model that the evaluator accepts. Near: planted
 * with one or two terms, the variables fixed or bounded around the point, and all that can be said
 * of the terms there: the search gets down to the point, and any value that an operation leaves out
 * shows. Free: the same without a point in mind; where icp says unsat, no sampled point may be a
 * solution, blast must not find one, and the core must be unsat too. Bounded (icp only): what is
 * asserted is refuted at a point, given as bounds; so it must be in the larger box that the core
 * speaks of, at whose ends points are sampled. In scopes: both kinds of facts come and go in one
 * solver, asserted, pushed, popped and assumed; only what is there counts.
 *
 *   fuzz_icp [SEED [ROUNDS [BACKEND]]] */
#include "fuzz/random_float.h"
#include "solver/icp/bound.h"
#include "solver/solver.h"
#include "term/smtlib.h"
#include "term/value.h"

#include <stdio.h>
#include <stdlib.h>

enum { VARIABLES = 12, POOL = 40, MOST = 12, KINDS = 6 };

typedef struct {
    const char *backend;
    terms *t;
    values *v;
    evaluator *e;
    model point;
    rng r;
    term vars[VARIABLES];
    uint32_t widths[3];
    term_vec of[KINDS];
    uint64_t planted, free, near, scoped, bounded, weakened, sat, unsat, unknown, blasted;
} fuzz;

enum { SINGLE, TWICE, NARROW, WORD, LONG, TRUTH };
static const int kind_of[VARIABLES - 2] = {SINGLE, SINGLE, TWICE, TWICE, NARROW,
                                           WORD,   WORD,   LONG,  LONG,  TRUTH};

static sort sort_of(fuzz *z, int kind) {
    if (kind == SINGLE) return sort_fp(z->t, 8, 24);
    if (kind == TWICE) return sort_fp(z->t, 11, 53);
    return kind == TRUTH ? sort_bool(z->t) : sort_bv(z->t, z->widths[kind - NARROW]);
}

static uint64_t special_bits(fuzz *z, int kind) {
    uint32_t fraction = kind == SINGLE ? 23 : 52, width = kind == SINGLE ? 32 : 64;
    uint64_t bits = random_u64(&z->r), exponent = ((1ull << (width - 1 - fraction)) - 1)
                                                  << fraction;
    uint64_t sign = 1ull << (width - 1), low = (1ull << fraction) - 1,
             one = (exponent >> 1) & exponent;
    bits &= width == 64 ? ~0ull : 0xffffffffull;
    switch (random_below(&z->r, 12)) {
    case 0: return bits & sign;                                 /* zero */
    case 1: return (bits & sign) | exponent;                    /* infinity */
    case 2: return exponent | (low / 2 + 1);                    /* NaN */
    case 3: return bits & ~exponent;                            /* subnormal */
    case 4: return (bits & sign) | (bits & 3);                  /* smallest */
    case 5: return (bits & sign) | (exponent - 1 - (bits & 3)); /* largest */
    case 6: return bits;
    case 7: return (bits & sign) | (one + (bits & 1)); /* about one */
    default:                                           /* moderate */
        return (bits & (sign | low)) |
               ((one + ((uint64_t)random_below(&z->r, 9) << fraction) - (4ull << fraction)) &
                exponent);
    }
}

static bool is_nan_bits(int kind, uint64_t bits) {
    uint32_t fraction = kind == SINGLE ? 23 : 52, width = kind == SINGLE ? 32 : 64;
    uint64_t exponent = ((1ull << (width - 1 - fraction)) - 1) << fraction;
    return (bits & exponent) == exponent && (bits & ((1ull << fraction) - 1));
}

/* Small, near a power of two, or any. */
static uint64_t word_bits(fuzz *z, uint32_t width) {
    uint64_t few = random_below(&z->r, 16), power = 1ull << random_below(&z->r, width);
    switch (random_below(&z->r, 6)) {
    case 0:
    case 1: return few;
    case 2: return -few;
    case 3: return power + few % 5 - 2;
    case 4: return -power + few % 5 - 2;
    default: return random_u64(&z->r);
    }
}

static value random_value(fuzz *z, int kind) {
    value x = {sort_of(z, kind), 0};
    if (kind == TRUTH) x.bits = random_u64(&z->r) & 1;
    else if (kind >= NARROW) {
        uint32_t width = z->widths[kind - NARROW];
        x.bits = word_bits(z, width) & ~0ull >> (64 - width);
    } else {
        x.bits = special_bits(z, kind);
        if (is_nan_bits(kind, x.bits))
            x.bits = kind == SINGLE ? 0x7fc00000ull : 0x7ff8000000000000ull;
    }
    return x;
}

static term random_constant(fuzz *z, int kind) {
    return value_to_term(z->v, random_value(z, kind));
}

static term any(fuzz *z, int kind) {
    term_vec *of = &z->of[kind];
    if (!of->size || !random_below(&z->r, 5)) return random_constant(z, kind);
    return of->data[random_below(&z->r, of->size)];
}

static term mode(fuzz *z) {
    if (!random_below(&z->r, 12)) return z->vars[VARIABLES - 1];
    return term_rm(z->t, random_below(&z->r, 3) ? RNE : (enum rounding)random_below(&z->r, 5));
}

static int any_float_kind(fuzz *z) { return (int)random_below(&z->r, 2); }
static int any_word_kind(fuzz *z) { return NARROW + (int)random_below(&z->r, 3); }

static term convert_to_float(fuzz *z, int kind) {
    uint32_t eb = kind == SINGLE ? 8 : 11, sb = kind == SINGLE ? 24 : 53;
    term m = mode(z);
    switch (random_below(&z->r, kind == SINGLE ? 4 : 3)) {
    case 0:
        return term_app_indexed(z->t, OP_FP_FROM_SBV, eb, sb, 2,
                                (term[]){m, any(z, any_word_kind(z))});
    case 1:
        return term_app_indexed(z->t, OP_FP_FROM_UBV, eb, sb, 2,
                                (term[]){m, any(z, any_word_kind(z))});
    case 2:
        return term_app_indexed(z->t, OP_FP_FROM_FP, eb, sb, 2,
                                (term[]){m, any(z, kind == SINGLE ? TWICE : SINGLE)});
    default: return term_app_indexed(z->t, OP_FP_FROM_BITS, eb, sb, 1, (term[]){any(z, WORD)});
    }
}

/* A constant table of a few elements. */
static term look_up(fuzz *z, int kind) {
    sort array = sort_array(z->t, sort_of(z, WORD), sort_of(z, kind));
    term table = term_const_array(z->t, array, random_constant(z, kind));
    for (uint32_t i = 0; i < 5; i++)
        table = term_store(z->t, table, term_bv(z->t, 32, i), random_constant(z, kind));
    return term_select(z->t, table, any(z, WORD));
}

static term new_float(fuzz *z, int kind) {
    term a = any(z, kind), b = random_below(&z->r, 5) ? any(z, kind) : a, c = any(z, kind);
    terms *t = z->t;
    uint32_t which = random_below(&z->r, FLOAT_OPERATIONS + 5);
    if (which < FLOAT_OPERATIONS) return float_operation(t, which, mode(z), a, b, c);
    switch (which - FLOAT_OPERATIONS) {
    case 0: return kind == SINGLE ? term_2(t, OP_FP_REM, a, b) : term_2(t, OP_FP_MIN, a, b);
    case 1: return term_2(t, random_below(&z->r, 2) ? OP_FP_MIN : OP_FP_MAX, a, b);
    case 2: return term_ite(t, any(z, TRUTH), a, b);
    case 3: return look_up(z, kind);
    default: return convert_to_float(z, kind);
    }
}

/* A word of another width, cut or extended. */
static term resized(fuzz *z, int kind) {
    uint32_t to = z->widths[kind - NARROW];
    term a = any(z, any_word_kind(z));
    uint32_t from = term_width(z->t, a), low = from > to ? random_below(&z->r, from - to + 1) : 0;
    if (from >= to) return term_extract(z->t, low + to - 1, low, a);
    return random_below(&z->r, 2) ? term_zext(z->t, a, to) : term_sext(z->t, a, to);
}

/* An element of the array variable, perhaps after a store. */
static term element(fuzz *z) {
    term array = z->vars[VARIABLES - 2];
    if (random_below(&z->r, 2)) array = term_store(z->t, array, any(z, WORD), any(z, WORD));
    return term_select(z->t, array, any(z, WORD));
}

static term new_word(fuzz *z, int kind) {
    static const enum op two[] = {OP_BVADD, OP_BVMUL,  OP_BVAND,  OP_BVOR,   OP_BVXOR,
                                  OP_BVSUB, OP_BVUDIV, OP_BVUREM, OP_BVSDIV, OP_BVSREM,
                                  OP_BVSHL, OP_BVLSHR, OP_BVASHR};
    uint32_t width = z->widths[kind - NARROW];
    term a = any(z, kind), b = any(z, kind);
    switch (random_below(&z->r, 10)) {
    case 0:
        return term_app_indexed(z->t, OP_FP_TO_SBV, width, 0, 2,
                                (term[]){mode(z), any(z, any_float_kind(z))});
    case 1:
        return term_app_indexed(z->t, OP_FP_TO_UBV, width, 0, 2,
                                (term[]){mode(z), any(z, any_float_kind(z))});
    case 2: return kind == WORD ? term_1(z->t, OP_FP_TO_BITS, any(z, SINGLE)) : resized(z, kind);
    case 3: return term_ite(z->t, any(z, TRUTH), a, b);
    case 4: {
        uint32_t low = random_below(&z->r, width), piece = 1 + random_below(&z->r, width - low);
        term x = term_extract(z->t, low + piece - 1, low, a);
        return random_below(&z->r, 2) ? term_zext(z->t, x, width) : term_sext(z->t, x, width);
    }
    case 5: return term_1(z->t, OP_BVNOT, a);
    case 6: return resized(z, kind);
    case 7: return kind == WORD ? element(z) : look_up(z, kind);
    default: return term_2(z->t, two[random_below(&z->r, sizeof two / sizeof *two)], a, b);
    }
}

static term new_truth(fuzz *z) {
    static const enum op classes[] = {OP_FP_IS_NORMAL, OP_FP_IS_SUBNORMAL, OP_FP_IS_ZERO,
                                      OP_FP_IS_INF,    OP_FP_IS_NAN,       OP_FP_IS_NEG,
                                      OP_FP_IS_POS};
    static const enum op orders[] = {OP_FP_LE, OP_FP_LT, OP_FP_EQ, OP_EQ};
    static const enum op words[] = {OP_BVULT, OP_BVSLT,   OP_EQ,      OP_BVULE,
                                    OP_BVSLE, OP_BVSADDO, OP_BVSMULO, OP_BVUMULO};
    int kind = any_float_kind(z), word = any_word_kind(z);
    switch (random_below(&z->r, 7)) {
    case 0: return term_1(z->t, classes[random_below(&z->r, 7)], any(z, kind));
    case 1:
    case 2: return term_2(z->t, orders[random_below(&z->r, 4)], any(z, kind), any(z, kind));
    case 3: return term_2(z->t, words[random_below(&z->r, 8)], any(z, word), any(z, word));
    case 4: return term_not(z->t, any(z, TRUTH));
    case 5: return term_and(z->t, any(z, TRUTH), any(z, TRUTH));
    default: return term_or(z->t, any(z, TRUTH), any(z, TRUTH));
    }
}

static void make_terms(fuzz *z, uint32_t most) {
    for (int k = 0; k < KINDS; k++) vec_clear(&z->of[k]);
    for (int i = 0; i < VARIABLES - 2; i++) vec_push(&z->of[kind_of[i]], z->vars[i]);
    bool words = random_below(&z->r, 2); /* most of all; or floats */
    for (uint32_t i = 0, n = 1 + random_below(&z->r, most); i < n; i++) {
        int kind = (int)random_below(&z->r, 9);
        if (kind > LONG + 1) kind = words ? any_word_kind(z) : any_float_kind(z);
        term x = kind < NARROW  ? new_float(z, kind)
                 : kind < TRUTH ? new_word(z, kind)
                                : new_truth(z);
        vec_push(&z->of[kind], x);
    }
}

static void make_variables(fuzz *z) {
    static const uint32_t narrow[] = {1, 3, 8, 16}, wide[] = {33, 54, 63, 64};
    z->widths[0] = narrow[random_below(&z->r, 4)];
    z->widths[1] = 32;
    z->widths[2] = wide[random_below(&z->r, 4)];
    for (int i = 0; i < VARIABLES; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        sort s = i < VARIABLES - 2    ? sort_of(z, kind_of[i])
                 : i == VARIABLES - 1 ? sort_rm(z->t)
                                      : sort_array(z->t, sort_of(z, WORD), sort_of(z, WORD));
        z->vars[i] = term_var(z->t, name, s);
    }
}

static value random_array(fuzz *z) {
    term array = term_const_array(z->t, sort_array(z->t, sort_of(z, WORD), sort_of(z, WORD)),
                                  random_constant(z, WORD));
    for (uint32_t i = 0; i < 3; i++)
        array = term_store(z->t, array, random_constant(z, WORD), random_constant(z, WORD));
    return value_of_term(z->v, array);
}

static void random_point(fuzz *z) {
    model_clear(&z->point);
    for (int i = 0; i < VARIABLES - 2; i++)
        model_set(&z->point, z->vars[i], random_value(z, kind_of[i]));
    model_set(&z->point, z->vars[VARIABLES - 2], random_array(z));
    model_set(&z->point, z->vars[VARIABLES - 1], (value){sort_rm(z->t), random_below(&z->r, 5)});
}

/* Something true at the point about a random term. */
static term true_fact(fuzz *z) {
    int kind = (int)random_below(&z->r, KINDS);
    term a = any(z, kind), b = any(z, kind);
    if (random_below(&z->r, 2)) b = random_constant(z, kind);
    if (!random_below(&z->r, 6)) b = value_to_term(z->v, term_eval(z->e, &z->point, a));
    if (kind == TRUTH) return term_holds(z->e, &z->point, a) ? a : term_not(z->t, a);
    enum op op = kind >= NARROW           ? (random_below(&z->r, 2) ? OP_BVULE : OP_BVSLE)
                 : random_below(&z->r, 2) ? OP_FP_LE
                                          : OP_FP_LT;
    term fact = term_2(z->t, random_below(&z->r, 4) ? op : OP_EQ, a, b);
    return term_holds(z->e, &z->point, fact) ? fact : term_not(z->t, fact);
}

static void print_facts(fuzz *z, const term_vec *facts) {
    text out = {0};
    for (uint32_t i = 0; i < facts->size; i++) {
        text_clear(&out);
        smtlib_term(z->t, facts->data[i], &out);
        printf("%s\n", text_string(&out));
    }
    for (int i = 0; i < VARIABLES; i++) {
        text_clear(&out);
        value_print(z->v, model_get(&z->point, z->t, z->vars[i]), &out);
        printf("; x%d = %s\n", i, text_string(&out));
    }
    text_release(&out);
}

static _Noreturn void complain(fuzz *z, const char *what, const term_vec *facts) {
    printf("fuzz_icp: %s\n", what);
    print_facts(z, facts);
    exit(1);
}

static bool all_hold(fuzz *z, const model *m, const term_vec *facts) {
    for (uint32_t i = 0; i < facts->size; i++)
        if (!term_holds(z->e, m, facts->data[i])) return false;
    return true;
}

static void check_model(fuzz *z, solver *s, const term_vec *facts) {
    model m;
    model_init(&m, z->v);
    solver_model(s, &m, VARIABLES, z->vars);
    if (!all_hold(z, &m, facts)) complain(z, "the model does not hold", facts);
    model_release(&m);
}

/* The first facts are asserted already. */
static enum answer check(fuzz *z, solver *s, const term_vec *facts, uint32_t asserted) {
    enum answer a = solver_check(s, facts->size - asserted, facts->data + asserted);
    z->sat += a == ANSWER_SAT;
    z->unsat += a == ANSWER_UNSAT;
    z->unknown += a == ANSWER_UNKNOWN;
    if (a == ANSWER_SAT) check_model(z, s, facts);
    return a;
}

static enum answer ask(fuzz *z, solver *s, const term_vec *facts, uint32_t asserted) {
    for (uint32_t i = 0; i < asserted; i++) solver_assert(s, facts->data[i]);
    return check(z, s, facts, asserted);
}

static void round_planted(fuzz *z, solver *s, term_vec *facts) {
    random_point(z);
    for (uint32_t i = 0, n = 1 + random_below(&z->r, MOST); i < n; i++)
        vec_push(facts, true_fact(z));
    z->planted++;
    if (ask(z, s, facts, random_below(&z->r, facts->size + 1)) == ANSWER_UNSAT)
        complain(z, "unsat, but there is a solution", facts);
}

/* Fixed, or between bounds: other values, or neighbours, on the right side of it. */
static void pin(fuzz *z, int i, term_vec *facts) {
    int kind = kind_of[i];
    term x = z->vars[i], at = value_to_term(z->v, model_get(&z->point, z->t, x));
    enum op order = kind < NARROW ? OP_FP_LE : random_below(&z->r, 2) ? OP_BVULE : OP_BVSLE;
    if (kind == TRUTH || !random_below(&z->r, 3)) {
        vec_push(facts, term_eq(z->t, x, at));
        return;
    }
    if (kind < NARROW && term_is_true(z->t, term_1(z->t, OP_FP_IS_NAN, at))) {
        vec_push(facts, term_1(z->t, OP_FP_IS_NAN, x));
        return;
    }
    for (int k = 0; k < 6; k++) {
        term limit = k < 4 ? random_constant(z, kind) : at;
        if (term_is_true(z->t, term_2(z->t, order, limit, at)))
            vec_push(facts, term_2(z->t, order, limit, x));
        if (term_is_true(z->t, term_2(z->t, order, at, limit)))
            vec_push(facts, term_2(z->t, order, x, limit));
        if (k >= 3 && random_below(&z->r, 2)) return;
    }
}

static void push_true(fuzz *z, term a, term_vec *facts) {
    if (random_below(&z->r, 3)) return;
    vec_push(facts, term_holds(z->e, &z->point, a) ? a : term_not(z->t, a));
}

/* What class a float has at the point, and how it compares with its own value. */
static void describe(fuzz *z, int kind, term a, term_vec *facts) {
    static const enum op classes[] = {OP_FP_IS_NORMAL, OP_FP_IS_SUBNORMAL, OP_FP_IS_ZERO,
                                      OP_FP_IS_INF,    OP_FP_IS_NAN,       OP_FP_IS_NEG,
                                      OP_FP_IS_POS};
    term at = value_to_term(z->v, term_eval(z->e, &z->point, a));
    push_true(z, term_eq(z->t, a, at), facts);
    push_true(z, term_eq(z->t, a, random_constant(z, kind)), facts);
    push_true(z, term_eq(z->t, a, any(z, kind)), facts);
    if (kind >= NARROW) return;
    for (int i = 0; i < 7; i++) push_true(z, term_1(z->t, classes[i], a), facts);
    push_true(z, term_2(z->t, OP_FP_LE, a, at), facts);
    push_true(z, term_2(z->t, OP_FP_LT, at, a), facts);
    push_true(z, term_2(z->t, OP_FP_EQ, a, at), facts);
}

static void round_near(fuzz *z, solver *s, term_vec *facts) {
    random_point(z);
    for (int i = 0; i < VARIABLES - 2; i++) pin(z, i, facts);
    for (int k = 0; k < KINDS; k++)
        for (uint32_t i = 1; i < z->of[k].size; i++) /* the variables among them too */
            describe(z, k, z->of[k].data[i], facts);
    z->near++;
    if (!facts->size) return;
    if (ask(z, s, facts, random_below(&z->r, facts->size + 1)) == ANSWER_UNSAT)
        complain(z, "unsat near a point, but it is a solution", facts);
}

static void check_unsat(fuzz *z, const term_vec *facts, const term_vec *core, uint32_t asserted) {
    for (int i = 0; i < 200; i++) {
        random_point(z);
        if (all_hold(z, &z->point, facts))
            complain(z, "unsat, but a sampled point is a solution", facts);
    }
    solver *s =
        solver_new(z->t, "blast", (solver_options){.query_ticks = 300, .query_seconds = 0.5}, NULL);
    for (uint32_t i = 0; i < asserted; i++) solver_assert(s, facts->data[i]);
    enum answer a = solver_check(s, core->size, core->data);
    if (a == ANSWER_SAT) complain(z, "unsat, but blast finds a solution of the core", facts);
    z->blasted += a == ANSWER_UNSAT;
    solver_delete(s);
}

static void round_free(fuzz *z, solver *s, term_vec *facts) {
    random_point(z);
    for (uint32_t i = 0, n = 1 + random_below(&z->r, MOST); i < n; i++) {
        term fact = true_fact(z);
        vec_push(facts, random_below(&z->r, 4) ? fact : term_not(z->t, fact));
    }
    z->free++;
    uint32_t asserted = random_below(&z->r, facts->size + 1);
    if (ask(z, s, facts, asserted) == ANSWER_UNSAT) check_unsat(z, facts, solver_core(s), asserted);
}

/* The bounds that a core needs, in place of the assumptions. */
static void weaken(fuzz *z, solver *s, const term_vec *assumed, const term_vec *of, term_vec *out) {
    for (uint32_t i = 0; i < assumed->size; i++) {
        bound at[BOUNDS_NEEDED];
        uint32_t n;
        if (!solver_in_core(s, assumed->data[i])) continue;
        if (!icp_core_bounds(s, assumed->data[i], of->data[i], &n, at)) {
            vec_push(out, assumed->data[i]);
            continue;
        }
        for (uint32_t k = 0; k < n; k++) {
            term weaker = bound_term(z->t, of->data[i], at[k]);
            z->weakened += !same(weaker, assumed->data[i]);
            vec_push(out, weaker);
        }
    }
}

/* Points of the box: the bounds themselves, where a bound is a comparison with a constant. */
static void check_ends(fuzz *z, const term_vec *facts) {
    for (uint32_t round = 0; round < 50; round++) {
        random_point(z);
        for (uint32_t i = 0; i < facts->size; i++) {
            term a = facts->data[i];
            while (term_op(z->t, a) == OP_NOT) a = term_arg(z->t, a, 0);
            for (uint32_t k = 0; term_arity(z->t, a) == 2 && k < 2; k++)
                if (term_is_const(z->t, term_arg(z->t, a, k)) &&
                    term_is_var(z->t, term_arg(z->t, a, 1 - k)) && random_below(&z->r, 2))
                    model_set(&z->point, term_arg(z->t, a, 1 - k),
                              value_of_term(z->v, term_arg(z->t, a, k)));
        }
        if (all_hold(z, &z->point, facts))
            complain(z, "unsat, but a point at the end of the weakened box is a solution", facts);
    }
}

static void round_bounded(fuzz *z, solver *s, term_vec *facts) {
    term_vec assumed = {0}, of = {0}, core = {0};
    random_point(z);
    for (uint32_t i = 0, n = 1 + random_below(&z->r, 4); i < n; i++) {
        term fact = true_fact(z);
        vec_push(facts, random_below(&z->r, 3) ? fact : term_not(z->t, fact));
    }
    for (uint32_t i = 0; i < facts->size; i++) solver_assert(s, facts->data[i]);
    for (int i = 0; i < VARIABLES - 2; i++) {
        bound at[BOUNDS_OF_VALUE];
        bool exact;
        uint32_t n = bounds_of_value(z->t, z->point.pool, model_get(&z->point, z->t, z->vars[i]),
                                     random_below(&z->r, 2), at, &exact);
        for (uint32_t k = 0; k < n; k++) {
            vec_push(&assumed, bound_term(z->t, z->vars[i], at[k]));
            vec_push(&of, z->vars[i]);
        }
    }
    z->bounded++;
    enum answer a = solver_check(s, assumed.size, assumed.data);
    *(a == ANSWER_SAT ? &z->sat : a == ANSWER_UNSAT ? &z->unsat : &z->unknown) += 1;
    if (a == ANSWER_UNSAT) {
        uint32_t asserted = facts->size;
        weaken(z, s, &assumed, &of, &core);
        vec_append(facts, core.data, core.size);
        check_unsat(z, facts, &core, asserted);
        check_ends(z, facts);
    }
    vec_release(&assumed);
    vec_release(&of);
    vec_release(&core);
}

/* One solver, many checks: scopes of facts, and assumptions. Where all that is there holds at the
 * point, unsat is wrong. */
static void round_scoped(fuzz *z, solver *s, term_vec *facts) {
    u32_vec scopes = {0};
    random_point(z);
    z->scoped++;
    for (uint32_t i = 0; i < 20; i++) {
        term fact = true_fact(z);
        if (!random_below(&z->r, 8)) fact = term_not(z->t, fact);
        switch (random_below(&z->r, 5)) {
        case 0:
            solver_push(s);
            vec_push(&scopes, facts->size);
            break;
        case 1:
            if (!scopes.size) break;
            solver_pop(s);
            facts->size = vec_pop(&scopes);
            break;
        case 2:
            solver_assert(s, fact);
            vec_push(facts, fact);
            break;
        default: {
            uint32_t asserted = facts->size;
            for (uint32_t k = 0, n = random_below(&z->r, 4); k < n; k++)
                vec_push(facts, k ? true_fact(z) : fact);
            enum answer a = check(z, s, facts, asserted);
            if (a == ANSWER_UNSAT && all_hold(z, &z->point, facts))
                complain(z, "unsat in scopes, but there is a solution", facts);
            if (a == ANSWER_UNSAT) {
                model kept = z->point;
                model_init(&z->point, z->v);
                check_unsat(z, facts, solver_core(s), asserted);
                model_release(&z->point);
                z->point = kept;
            }
            facts->size = asserted;
        }
        }
    }
    vec_release(&scopes);
}

static void one_bank(fuzz *z, uint64_t rounds) {
    z->t = terms_new();
    z->v = values_new(z->t);
    z->e = evaluator_new(z->t, z->v);
    model_init(&z->point, z->v);
    make_variables(z);
    for (uint64_t i = 0; i < rounds; i++) {
        term_vec facts = {0};
        solver_options options = {
            .query_ticks = 100, .query_seconds = 0.02, .minimize_core = i % 8 == 0};
        solver *s = solver_new(z->t, z->backend, options, NULL);
        uint32_t what = random_below(&z->r, 16);
        make_terms(z, what < 10 ? POOL : what == 15 ? 8 : 2);
        if (what == 0) round_scoped(z, s, &facts);
        else if (what == 15 && !strcmp(z->backend, "icp")) round_bounded(z, s, &facts);
        else if (what < 5) round_free(z, s, &facts);
        else if (what >= 10) round_near(z, s, &facts);
        else round_planted(z, s, &facts);
        solver_delete(s);
        vec_release(&facts);
    }
    for (int k = 0; k < KINDS; k++) vec_release(&z->of[k]);
    model_release(&z->point);
    evaluator_delete(z->e);
    values_delete(z->v);
    terms_delete(z->t);
}

int main(int argc, char **argv) {
    fuzz z = {.backend = argc > 3 ? argv[3] : "icp",
              .r = {argc > 1 ? strtoull(argv[1], NULL, 10) : 1}};
    uint64_t rounds = argc > 2 ? strtoull(argv[2], NULL, 10) : 10000;
    for (uint64_t i = 0; i < rounds; i += 500) one_bank(&z, 500);
    printf("fuzz_icp: %llu planted, %llu near and %llu free formulas, %llu rounds of scopes, %llu "
           "points (%llu bounds weakened): %llu sat, %llu unsat (%llu of them by blast too), %llu "
           "unknown; none wrong\n",
           (unsigned long long)z.planted, (unsigned long long)z.near, (unsigned long long)z.free,
           (unsigned long long)z.scoped, (unsigned long long)z.bounded,
           (unsigned long long)z.weakened, (unsigned long long)z.sat, (unsigned long long)z.unsat,
           (unsigned long long)z.blasted, (unsigned long long)z.unknown);
    return 0;
}
