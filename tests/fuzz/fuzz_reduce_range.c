/* Ranges against exact evaluation.
 *
 *     fuzz_reduce_range [SEED [ROUNDS]]
 *
 * Random terms over Booleans, bit-vectors, small floats, integers and reals; a random point, and
 * ranges around it. The range of the term contains its value at the point; the simplified term has
 * the same value there; assuming a condition that holds at the point keeps the point; joins, meets
 * and widenings contain what they must. */
#include "base/random.h"
#include "reduce/range_env.h"
#include "term/smtlib.h"
#include "term/value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    terms *t;
    rng r;
    program *p;
    values *pool;
    evaluator *eval;
    model point;
    vec(sort) sorts;
    uint64_t terms, assumed;
} fuzz;

static sort any_sort(fuzz *f) { return f->sorts.data[random_below(&f->r, f->sorts.size)]; }

static term any_variable(fuzz *f, sort s) {
    term found = {0};
    uint32_t seen = 0;
    for (uint32_t i = 0; i < f->p->variables.size; i++) {
        term var = f->p->variables.data[i].var;
        if (same_sort(term_sort(f->t, var), s) && random_below(&f->r, ++seen) == 0) found = var;
    }
    return found;
}

static term any_float(fuzz *f, sort s) {
    static const double some[] = {0.0,   -0.0, 1.0,       -1.0,       0.5,       3.0,
                                  100.0, 1e9,  1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0, 1e-4};
    double power = ldexp(random_below(&f->r, 2) ? 1 : -1, (int)random_below(&f->r, 70));
    switch (random_below(&f->r, 4)) {
    case 0: return term_fp_double(f->t, s, some[random_below(&f->r, sizeof some / sizeof *some)]);
    case 1: return term_fp_double(f->t, s, power + (double)random_below(&f->r, 5) / 2 - 1);
    case 2: return term_fp_double(f->t, s, nextafter(power, random_below(&f->r, 2) ? 0 : INFINITY));
    default: break;
    }
    mpz_t raw;
    mpz_init_set_ui(raw, random_u64(&f->r) >> (64 - sort_width(f->t, s)));
    term a = term_fp_bits(f->t, s, raw);
    mpz_clear(raw);
    return a;
}

static term any_constant(fuzz *f, sort s) {
    uint32_t w = sort_width(f->t, s);
    uint64_t extreme[] = {0,
                          1,
                          ~0ull,
                          1ull << (w ? w - 1 : 0),
                          (1ull << (w ? w - 1 : 0)) - 1,
                          random_below(&f->r, 20),
                          (1ull << random_below(&f->r, w && w <= 64 ? w : 1)) +
                              random_below(&f->r, 3) - 1};
    switch (sort_kind_of(f->t, s)) {
    case SORT_BOOL: return term_bool(f->t, random_below(&f->r, 2));
    case SORT_BV:
        return term_bv(
            f->t, w, random_below(&f->r, 3) ? extreme[random_below(&f->r, 7)] : random_u64(&f->r));
    case SORT_FP: return any_float(f, s);
    case SORT_RM: return term_rm(f->t, (enum rounding)random_below(&f->r, 5));
    case SORT_INT: return term_int(f->t, (int64_t)random_below(&f->r, 41) - 20);
    default: {
        mpq_t q;
        mpq_init(q);
        mpq_set_si(q, (long)random_below(&f->r, 41) - 20, 1 + random_below(&f->r, 4));
        mpq_canonicalize(q);
        term a = term_number(f->t, s, q);
        mpq_clear(q);
        return a;
    }
    }
}

static term any_term(fuzz *f, sort s, uint32_t depth);

static sort any_sort_of(fuzz *f, enum sort_kind kind) {
    sort s = any_sort(f);
    while (sort_kind_of(f->t, s) != kind) s = any_sort(f);
    return s;
}

static term any_mode(fuzz *f) {
    return random_below(&f->r, 8) ? term_rm(f->t, (enum rounding)random_below(&f->r, 5))
                                  : any_variable(f, sort_rm(f->t));
}

static term any_condition(fuzz *f, uint32_t depth) {
    static const enum op of_bv[] = {OP_BVULT,   OP_BVULE,   OP_BVSLT,   OP_BVSLE,
                                    OP_BVUADDO, OP_BVSADDO, OP_BVUSUBO, OP_BVSSUBO,
                                    OP_BVUMULO, OP_BVSMULO, OP_BVSDIVO};
    static const enum op of_fp[] = {OP_FP_LE, OP_FP_LT, OP_FP_EQ};
    static const enum op tests[] = {OP_FP_IS_NAN, OP_FP_IS_INF, OP_FP_IS_ZERO,
                                    OP_FP_IS_NEG, OP_FP_IS_POS, OP_FP_IS_NORMAL};
    sort b = sort_bool(f->t);
    switch (random_below(&f->r, 8)) {
    case 0: return term_not(f->t, any_term(f, b, depth - 1));
    case 1: return term_2(f->t, OP_AND, any_term(f, b, depth - 1), any_term(f, b, depth - 1));
    case 2: return term_2(f->t, OP_OR, any_term(f, b, depth - 1), any_term(f, b, depth - 1));
    default: break;
    }
    sort s = any_sort(f);
    term x = any_term(f, s, depth - 1), y = any_term(f, s, depth - 1);
    if (random_below(&f->r, 4) == 0 || s.id == b.id) return term_eq(f->t, x, y);
    switch (sort_kind_of(f->t, s)) {
    case SORT_BV: return term_2(f->t, of_bv[random_below(&f->r, 11)], x, y);
    case SORT_FP:
        if (random_below(&f->r, 3) == 0) return term_1(f->t, tests[random_below(&f->r, 6)], x);
        return term_2(f->t, of_fp[random_below(&f->r, 3)], x, y);
    default: return term_2(f->t, random_below(&f->r, 2) ? OP_LE : OP_LT, x, y);
    }
}

static term resized(fuzz *f, sort s, uint32_t depth) {
    sort from = any_sort(f);
    for (int i = 0; i < 20 && !sort_is_bv(f->t, from); i++) from = any_sort(f);
    uint32_t w = sort_width(f->t, s);
    if (!sort_is_bv(f->t, from)) return any_constant(f, s);
    term x = any_term(f, from, depth - 1);
    uint32_t have = term_width(f->t, x);
    if (have > w) {
        uint32_t low = random_below(&f->r, 2) ? 0 : random_below(&f->r, have - w + 1);
        return term_extract(f->t, low + w - 1, low, x);
    }
    return random_below(&f->r, 2) ? term_zext(f->t, x, w) : term_sext(f->t, x, w);
}

static term any_word(fuzz *f, sort s, uint32_t depth) {
    static const enum op ops[] = {OP_BVADD,  OP_BVSUB,  OP_BVMUL,  OP_BVAND,  OP_BVOR,
                                  OP_BVXOR,  OP_BVUDIV, OP_BVUREM, OP_BVSDIV, OP_BVSREM,
                                  OP_BVSMOD, OP_BVSHL,  OP_BVLSHR, OP_BVASHR};
    uint32_t kind = random_below(&f->r, 8);
    if (kind == 0)
        return term_1(f->t, random_below(&f->r, 2) ? OP_BVNOT : OP_BVNEG,
                      any_term(f, s, depth - 1));
    if (kind == 1) return resized(f, s, depth);
    if (kind == 2) {
        term args[2] = {any_mode(f), any_term(f, any_sort_of(f, SORT_FP), depth - 1)};
        return term_app_indexed(f->t, random_below(&f->r, 2) ? OP_FP_TO_SBV : OP_FP_TO_UBV,
                                sort_width(f->t, s), 0, 2, args);
    }
    return term_2(f->t, ops[random_below(&f->r, 14)], any_term(f, s, depth - 1),
                  any_term(f, s, depth - 1));
}

static term any_fp(fuzz *f, sort s, uint32_t depth) {
    static const enum op ops[] = {OP_FP_ADD, OP_FP_SUB, OP_FP_MUL, OP_FP_DIV};
    uint32_t eb = sort_eb(f->t, s), sb = sort_sb(f->t, s);
    term x = any_term(f, s, depth - 1);
    switch (random_below(&f->r, 10)) {
    case 0: return term_1(f->t, random_below(&f->r, 2) ? OP_FP_NEG : OP_FP_ABS, x);
    case 1: return term_2(f->t, random_below(&f->r, 2) ? OP_FP_SQRT : OP_FP_ROUND, any_mode(f), x);
    case 2:
        return term_2(f->t, random_below(&f->r, 2) ? OP_FP_MIN : OP_FP_MAX, x,
                      any_term(f, s, depth - 1));
    case 3: {
        term args[2] = {any_mode(f), any_term(f, any_sort_of(f, SORT_BV), depth - 1)};
        return term_app_indexed(f->t, random_below(&f->r, 2) ? OP_FP_FROM_SBV : OP_FP_FROM_UBV, eb,
                                sb, 2, args);
    }
    case 4: {
        term args[2] = {any_mode(f), any_term(f, any_sort_of(f, SORT_FP), depth - 1)};
        return term_app_indexed(f->t, OP_FP_FROM_FP, eb, sb, 2, args);
    }
    default:
        return term_3(f->t, ops[random_below(&f->r, 4)], any_mode(f), x, any_term(f, s, depth - 1));
    }
}

static term any_number(fuzz *f, sort s, uint32_t depth) {
    term x = any_term(f, s, depth - 1), y = any_term(f, s, depth - 1);
    bool whole = sort_kind_of(f->t, s) == SORT_INT;
    switch (random_below(&f->r, 6)) {
    case 0: return term_2(f->t, OP_MUL, x, y);
    case 1: return term_2(f->t, OP_MUL, any_constant(f, s), y);
    case 2:
        return whole ? term_2(f->t, OP_MOD, x, any_constant(f, s))
                     : term_1(f->t, OP_TO_REAL, any_term(f, sort_int(f->t), depth - 1));
    case 3:
        return whole ? term_1(f->t, OP_TO_INT, any_term(f, sort_real(f->t), depth - 1))
                     : term_2(f->t, OP_DIVIDE, x, y);
    default: return term_2(f->t, OP_ADD, x, y);
    }
}

static term any_term(fuzz *f, sort s, uint32_t depth) {
    uint32_t kind = random_below(&f->r, 12);
    if (!depth || kind < 2) return random_below(&f->r, 3) ? any_variable(f, s) : any_constant(f, s);
    if (kind == 2)
        return term_ite(f->t, any_condition(f, depth), any_term(f, s, depth - 1),
                        any_term(f, s, depth - 1));
    switch (sort_kind_of(f->t, s)) {
    case SORT_BOOL: return any_condition(f, depth);
    case SORT_BV: return any_word(f, s, depth);
    case SORT_FP: return any_fp(f, s, depth);
    default: return any_number(f, s, depth);
    }
}

/* ---- the checks ---- */
static void setup(fuzz *f, uint64_t seed) {
    *f = (fuzz){.t = terms_new(), .r = {seed}};
    terms *t = f->t;
    f->p = program_new(t);
    sort all[] = {sort_bool(t),      sort_bv(t, 1),     sort_bv(t, 8),      sort_bv(t, 13),
                  sort_bv(t, 32),    sort_bv(t, 54),    sort_bv(t, 64),     sort_fp(t, 3, 4),
                  sort_fp(t, 5, 11), sort_fp(t, 8, 24), sort_fp(t, 11, 53), sort_int(t),
                  sort_real(t)};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) {
        vec_push(&f->sorts, all[i]);
        for (int j = 0; j < 3; j++) {
            term var = term_fresh(t, "v", all[i]);
            program_add_variable(f->p, (variable){.var = var});
        }
    }
    program_add_variable(f->p, (variable){.var = term_fresh(t, "mode", sort_rm(t))});
    f->pool = values_new(t);
    f->eval = evaluator_new(t, f->pool);
    model_init(&f->point, f->pool);
}

static void teardown(fuzz *f) {
    model_release(&f->point);
    evaluator_delete(f->eval);
    values_delete(f->pool);
    program_delete(f->p);
    vec_release(&f->sorts);
    terms_delete(f->t);
}

static bool contains(fuzz *f, const range *a, sort s, value v) {
    char name[24];
    snprintf(name, sizeof name, "probe %u", s.id);
    term x = term_var(f->t, name, s);
    model m;
    model_init(&m, f->pool);
    model_set(&m, x, v);
    bool in = !a->empty && term_holds(f->eval, &m, range_fact(f->t, x, a));
    model_release(&m);
    return in;
}

static _Noreturn void fail(fuzz *f, const char *what, term a, uint64_t seed) {
    text out = {0};
    smtlib_term(f->t, a, &out);
    fprintf(stderr, "fuzz_reduce_range: %s, seed %llu:\n%s\n", what, (unsigned long long)seed,
            text_string(&out));
    for (uint32_t i = 0; i < f->p->variables.size; i++) {
        term var = f->p->variables.data[i].var;
        text_clear(&out);
        value_print(f->pool, model_get(&f->point, f->t, var), &out);
        if (term_mentions(f->t, a, var))
            fprintf(stderr, "  %s = %s\n", term_name(f->t, var), text_string(&out));
    }
    exit(1);
}

/* A random point, and for each variable a range that contains its value there. */
static void choose_point(fuzz *f, range_env *e, uint64_t seed) {
    thresholds none = {0};
    env_reset(e);
    model_clear(&f->point);
    for (uint32_t i = 0; i < f->p->variables.size; i++) {
        term var = f->p->variables.data[i].var, c = any_constant(f, term_sort(f->t, var));
        value v = value_of_term(f->pool, c);
        model_set(&f->point, var, v);
        range x = range_constant(f->t, c);
        for (uint32_t j = random_below(&f->r, 3); j > 0; j--) {
            range other = range_constant(f->t, any_constant(f, term_sort(f->t, var)));
            x = random_below(&f->r, 2) ? range_join(f->t, &x, &other)
                                       : range_widen(f->t, &none, &x, &other);
        }
        if (random_below(&f->r, 5) == 0) x = range_top(f->t, term_sort(f->t, var));
        if (!contains(f, &x, term_sort(f->t, var), v))
            fail(f, "a join or widening lost a value", var, seed);
        env_set(e, i, &x);
    }
}

static void check_point(fuzz *f, range_env *e, term condition, uint64_t seed) {
    if (e->dead) fail(f, "assuming what holds at a point ended the run", condition, seed);
    for (uint32_t i = 0; i < f->p->variables.size; i++) {
        term var = f->p->variables.data[i].var;
        if (!contains(f, &e->of.data[i], term_sort(f->t, var), model_get(&f->point, f->t, var)))
            fail(f, "assuming what holds at a point lost the point", condition, seed);
    }
}

static void one_round(fuzz *f, range_env *e, uint64_t seed) {
    choose_point(f, e, seed);
    sort s = any_sort(f);
    term a = any_term(f, s, 1 + random_below(&f->r, 3));
    value v = term_eval(f->eval, &f->point, a);
    range x = env_eval(e, a);
    f->terms++;
    if (!contains(f, &x, s, v)) fail(f, "the range misses the value", a, seed);
    term b = env_simplify(e, a);
    if (!value_equal(f->pool, v, term_eval(f->eval, &f->point, b)))
        fail(f, "simplified to another value", a, seed);
    term c = any_term(f, sort_bool(f->t), 1 + random_below(&f->r, 3));
    if (!term_holds(f->eval, &f->point, c)) c = term_not(f->t, c);
    env_assume(e, c);
    f->assumed++;
    check_point(f, e, c, seed);
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    uint64_t rounds = argc > 2 ? strtoull(argv[2], NULL, 0) : 20000;
    enum { PER_BANK = 2000 };
    uint64_t done = 0;
    for (uint64_t i = 0; i < rounds; i += PER_BANK) {
        fuzz f;
        setup(&f, seed + i);
        liveness live;
        liveness_init(&live, f.p);
        range_env e;
        env_init(&e, &live);
        for (uint64_t j = i; j < i + PER_BANK && j < rounds; j++)
            one_round(&f, &e, seed + i), done++;
        env_release(&e);
        liveness_release(&live);
        teardown(&f);
    }
    printf("fuzz_reduce_range: %llu terms in their ranges, as many conditions assumed\n",
           (unsigned long long)done);
    return 0;
}
