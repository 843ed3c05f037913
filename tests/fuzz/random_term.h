/* Random expression trees over all sorts and operations, kept un-normalized, so that what a
 * constructor makes of a tree can be compared with what the tree means. Header only: each fuzzer
 * includes it.
 *
 * A tree node is an operation with its sort, indices and subtrees; trees share subtrees (a pool to
 * pick from). */
#ifndef FUZZ_RANDOM_TERM_H
#define FUZZ_RANDOM_TERM_H

#include "base/random.h"
#include "term/smtlib.h"
#include "term/term_internal.h"
#include "term/value.h"

typedef struct {
    enum op op;
    sort s;
    uint32_t i0, i1, n;
    uint32_t args[4];
    term leaf;
} random_tree;
typedef vec(random_tree) tree_vec;

enum { THEORY_FUZZ_BV = 1, THEORY_FUZZ_FP = 2, THEORY_FUZZ_NUMBER = 4, THEORY_FUZZ_ARRAY = 8 };

typedef struct {
    terms *t;
    rng random;
    tree_vec pool; /* subtrees before their users */
    uint32_t theories;
    uint32_t max_width; /* of bit-vectors made by concat and extension */
    vec(sort) sorts;    /* sorts of variables */
    term_vec vars;
} forest;

static inline void forest_add_var(forest *f, sort s) {
    char name[32];
    snprintf(name, sizeof name, "v%u", f->vars.size);
    term v = term_var(f->t, name, s);
    vec_push(&f->vars, v);
    vec_push(&f->pool, ((random_tree){.op = OP_VAR, .s = s, .leaf = v}));
}

static inline sort forest_array(forest *f) {
    return sort_array(f->t, sort_bv(f->t, 8), sort_bv(f->t, 8));
}

/* Sorts to draw from, two variables each. */
static inline void forest_init(forest *f, terms *t, uint64_t seed, uint32_t theories) {
    *f = (forest){.t = t, .random = {seed}, .theories = theories, .max_width = 80};
    static const uint32_t widths[] = {1, 2, 3, 4, 8, 32, 64, 70};
    static const uint32_t formats[][2] = {{3, 4}, {5, 11}, {8, 24}, {11, 53}, {15, 64}};
    vec_push(&f->sorts, sort_bool(t));
    if (theories & THEORY_FUZZ_BV)
        for (int i = 0; i < 8; i++) vec_push(&f->sorts, sort_bv(t, widths[i]));
    if (theories & THEORY_FUZZ_FP) {
        vec_push(&f->sorts, sort_rm(t));
        for (int i = 0; i < 5; i++) vec_push(&f->sorts, sort_fp(t, formats[i][0], formats[i][1]));
    }
    if (theories & THEORY_FUZZ_NUMBER) {
        vec_push(&f->sorts, sort_int(t));
        vec_push(&f->sorts, sort_real(t));
    }
    if (theories & THEORY_FUZZ_ARRAY) vec_push(&f->sorts, forest_array(f));
    for (uint32_t i = 0; i < f->sorts.size; i++)
        for (int k = 0; k < 2; k++) forest_add_var(f, f->sorts.data[i]);
}

static inline void forest_release(forest *f) {
    vec_release(&f->pool);
    vec_release(&f->sorts);
    vec_release(&f->vars);
}

/* Keep the variables only. */
static inline void forest_clear(forest *f) { f->pool.size = f->vars.size; }

static inline uint32_t forest_below(forest *f, uint32_t n) { return random_below(&f->random, n); }

/* Bits with many equal neighbours: zeros, ones, and both at the ends, meet the special cases. */
static inline void forest_bits(forest *f, uint32_t width, mpz_t out) {
    mpz_set_ui(out, 0);
    switch (forest_below(f, 8)) {
    case 0: break;
    case 1: mpz_setbit(out, width), mpz_sub_ui(out, out, 1); break;
    case 2: mpz_set_ui(out, forest_below(f, 9)); break;
    case 3: mpz_setbit(out, forest_below(f, width)); break;
    case 4: mpz_setbit(out, forest_below(f, width)), mpz_sub_ui(out, out, 1); break;
    case 5: mpz_setbit(out, width), mpz_sub_ui(out, out, 1 + forest_below(f, 5)); break;
    default:
        for (uint32_t i = 0; i < width; i += 64)
            mpz_mul_2exp(out, out, 64), mpz_add_ui(out, out, random_u64(&f->random));
    }
    mpz_fdiv_r_2exp(out, out, width);
}

/* A float's bits: fields drawn apart, so that zeros, subnormals, infinities and neighbours of 1 are
 * frequent. */
static inline void forest_float_bits(forest *f, uint32_t eb, uint32_t sb, mpz_t out) {
    mpz_t e, m;
    mpz_inits(e, m, NULL);
    switch (forest_below(f, 6)) {
    case 0: break;
    case 1: mpz_set_ui(e, (1ull << eb) - 1); break;
    case 2: mpz_set_ui(e, (1ull << (eb - 1)) - 1); break;
    case 3:
        mpz_set_ui(e, (1ull << (eb - 1)) - 4 + forest_below(f, 10));
        mpz_fdiv_r_2exp(e, e, eb);
        break;
    default: mpz_set_ui(e, random_u64(&f->random)); mpz_fdiv_r_2exp(e, e, eb);
    }
    forest_bits(f, sb - 1, m);
    mpz_mul_2exp(out, e, sb - 1);
    mpz_ior(out, out, m);
    if (forest_below(f, 2)) mpz_setbit(out, eb + sb - 1);
    mpz_clears(e, m, NULL);
}

static inline term forest_number(forest *f, sort s) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, (long)forest_below(f, 13) - 6, 1);
    if (forest_below(f, 8) == 0) mpz_mul_2exp(mpq_numref(q), mpq_numref(q), 70);
    if (sort_kind_of(f->t, s) == SORT_REAL) mpz_set_ui(mpq_denref(q), 1 + forest_below(f, 6));
    mpq_canonicalize(q);
    term a = term_number(f->t, s, q);
    mpq_clear(q);
    return a;
}

static inline term forest_constant(forest *f, sort s) {
    mpz_t z;
    term a = {0};
    mpz_init(z);
    switch (sort_kind_of(f->t, s)) {
    case SORT_BOOL: a = term_bool(f->t, forest_below(f, 2)); break;
    case SORT_RM: a = term_rm(f->t, (enum rounding)forest_below(f, 5)); break;
    case SORT_BV:
        forest_bits(f, sort_width(f->t, s), z);
        a = term_bv_mpz(f->t, sort_width(f->t, s), z);
        break;
    case SORT_FP:
        forest_float_bits(f, sort_eb(f->t, s), sort_sb(f->t, s), z);
        a = term_fp_bits(f->t, s, z);
        break;
    case SORT_ARRAY:
        a = term_const_array(f->t, s, forest_constant(f, sort_element(f->t, s)));
        break;
    default: a = forest_number(f, s);
    }
    mpz_clear(z);
    return a;
}

static inline uint32_t forest_push(forest *f, random_tree x) {
    vec_push(&f->pool, x);
    return f->pool.size - 1;
}

/* A subtree of this sort: an old one (the newest are likelier), or a constant. */
static inline uint32_t forest_pick(forest *f, sort s) {
    if (forest_below(f, 5)) {
        uint32_t n = f->pool.size, tries = 0, recent = forest_below(f, 2) && n > 12 ? n - 12 : 0;
        while (tries++ < 60) {
            uint32_t i = recent + forest_below(f, n - recent);
            if (tries > 20) i = forest_below(f, n);
            if (f->pool.data[i].s.id == s.id) return i;
        }
    }
    return forest_push(f, (random_tree){.op = OP_NONE, .s = s, .leaf = forest_constant(f, s)});
}

/* Any subtree of a kind; UINT32_MAX if there is none. */
static inline uint32_t forest_pick_kind(forest *f, enum sort_kind kind) {
    for (int tries = 0; tries < 100; tries++) {
        uint32_t i = forest_below(f, f->pool.size);
        if (sort_kind_of(f->t, f->pool.data[i].s) == kind) return i;
    }
    return UINT32_MAX;
}

static inline sort forest_sort_at(const forest *f, uint32_t i) { return f->pool.data[i].s; }

/* Kind of the argument that the others follow, and how the arguments go. */
static inline enum sort_kind forest_kind(enum op op) {
    if (op <= OP_DISTINCT) return op == OP_EQ || op == OP_DISTINCT ? SORT_NONE : SORT_BOOL;
    if (op == OP_ITE) return SORT_NONE;
    if (op < OP_FP_ABS) return SORT_BV;
    if (op == OP_FP_FROM_BITS || op == OP_FP_FROM_SBV || op == OP_FP_FROM_UBV) return SORT_BV;
    if (op == OP_FP_FROM_REAL) return SORT_REAL;
    if (op <= OP_FP_TO_BITS) return SORT_FP;
    if (op == OP_DIVIDE || op == OP_TO_INT || op == OP_IS_INT) return SORT_REAL;
    if (op == OP_INT_DIV || op == OP_MOD || op == OP_TO_REAL || op == OP_DIVISIBLE) return SORT_INT;
    if (op < OP_SELECT) return SORT_INT; /* or Real, decided later */
    return SORT_ARRAY;
}

static inline bool forest_needs_mode(enum op op) {
    return (op >= OP_FP_ADD && op <= OP_FP_SQRT) || op == OP_FP_ROUND ||
           (op >= OP_FP_FROM_FP && op <= OP_FP_TO_SBV);
}

/* Choose indices that make the operation well-sorted, as far as possible. */
static inline void forest_indices(forest *f, random_tree *x) {
    uint32_t w = sort_width(f->t, forest_sort_at(f, x->args[x->n - 1]));
    static const uint32_t formats[][2] = {{3, 4}, {5, 11}, {8, 24}, {11, 53}, {15, 64}};
    uint32_t k = forest_below(f, 5);
    switch (x->op) {
    case OP_EXTRACT:
        x->i1 = forest_below(f, w);
        x->i0 = x->i1 + forest_below(f, w - x->i1);
        break;
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
        x->i0 = w < f->max_width ? forest_below(f, f->max_width - w + 1) : 0;
        if (forest_below(f, 2) && w < 32) x->i0 = 32 - w;
        break;
    case OP_REPEAT: x->i0 = 1 + forest_below(f, 3); break;
    case OP_ROTATE_LEFT:
    case OP_ROTATE_RIGHT: x->i0 = forest_below(f, 2 * w); break;
    case OP_FP_TO_UBV:
    case OP_FP_TO_SBV: x->i0 = (uint32_t[]){1, 4, 8, 32, 70}[k]; break;
    case OP_DIVISIBLE: x->i0 = 1 + forest_below(f, 5); break;
    case OP_FP_FROM_BITS:
        for (int i = 0; i < 5; i++)
            if (formats[i][0] + formats[i][1] == w) x->i0 = formats[i][0], x->i1 = formats[i][1];
        break;
    default:
        if (op_table[x->op].indices == 2) x->i0 = formats[k][0], x->i1 = formats[k][1];
    }
}

static inline uint32_t forest_arity(forest *f, enum op op) {
    int arity = op_table[op].arity;
    return arity >= 0 ? (uint32_t)arity : 1 + forest_below(f, 4);
}

/* Pick arguments; false where no subtree serves. */
static inline bool forest_arguments(forest *f, random_tree *x) {
    enum sort_kind kind = forest_kind(x->op);
    uint32_t from = forest_needs_mode(x->op) || x->op == OP_ITE;
    if (x->op >= OP_ADD && x->op <= OP_GT && kind == SORT_INT && x->op != OP_INT_DIV &&
        x->op != OP_MOD && forest_below(f, 2))
        kind = SORT_REAL;
    x->n = forest_arity(f, x->op);
    uint32_t first = kind == SORT_NONE ? forest_below(f, f->pool.size) : forest_pick_kind(f, kind);
    if (first == UINT32_MAX) return false;
    sort s = forest_sort_at(f, first);
    if (from) x->args[0] = forest_pick(f, x->op == OP_ITE ? sort_bool(f->t) : sort_rm(f->t));
    for (uint32_t i = from; i < x->n; i++) {
        sort want = s;
        if (kind == SORT_ARRAY && i) want = i == 1 ? sort_index(f->t, s) : sort_element(f->t, s);
        x->args[i] = i == from ? first : forest_pick(f, want);
        if (x->op == OP_CONCAT && i > from) x->args[i] = forest_pick_kind(f, SORT_BV);
    }
    return true;
}

/* The sort of a tree's application, by typing dummies; none where it is ill-sorted. */
static inline sort forest_typing(forest *f, const random_tree *x) {
    term dummy[4];
    const char *why;
    char name[32];
    for (uint32_t i = 0; i < x->n; i++) {
        snprintf(name, sizeof name, "dummy%u", forest_sort_at(f, x->args[i]).id);
        dummy[i] = term_var(f->t, name, forest_sort_at(f, x->args[i]));
    }
    return op_sort(f->t, x->op, x->i0, x->i1, x->n, dummy, &why);
}

static inline bool forest_allows(const forest *f, enum op op) {
    if (op <= OP_ITE) return true;
    if (op < OP_FP_ABS) return f->theories & THEORY_FUZZ_BV;
    if (op == OP_FP_FROM_REAL || op == OP_FP_TO_REAL)
        return (f->theories & THEORY_FUZZ_FP) && (f->theories & THEORY_FUZZ_NUMBER);
    if (op == OP_FP_FROM_BITS || op == OP_FP_TO_BITS ||
        (op >= OP_FP_FROM_SBV && op <= OP_FP_TO_SBV))
        return (f->theories & THEORY_FUZZ_FP) && (f->theories & THEORY_FUZZ_BV);
    if (op < OP_ADD) return f->theories & THEORY_FUZZ_FP;
    if (op < OP_SELECT) return f->theories & THEORY_FUZZ_NUMBER;
    return f->theories & THEORY_FUZZ_ARRAY;
}

/* Grow one tree of about `size` operations; its index. */
static inline uint32_t forest_grow(forest *f, uint32_t size) {
    uint32_t last = 0;
    for (uint32_t made = 0, tries = 0; made < size && tries < 100 * size; tries++) {
        random_tree x = {.op = (enum op)(OP_NOT + (int)forest_below(f, OP_COUNT - OP_NOT))};
        if (!forest_allows(f, x.op) || !forest_arguments(f, &x)) continue;
        if (op_table[x.op].indices) forest_indices(f, &x);
        x.s = forest_typing(f, &x);
        if (!x.s.id || sort_width(f->t, x.s) > 200) continue;
        last = forest_push(f, x);
        made++;
    }
    return last;
}

/* ---- what a tree means, and what the constructors make of it ---- */

static inline term tree_build(const forest *f, uint32_t i, term_vec *built) {
    for (uint32_t k = built->size; k <= i; k++) {
        const random_tree *x = &f->pool.data[k];
        term args[4], a = x->leaf;
        for (uint32_t j = 0; j < x->n; j++) args[j] = built->data[x->args[j]];
        if (x->n) a = term_app_indexed(f->t, x->op, x->i0, x->i1, x->n, args);
        vec_push(built, a);
    }
    return built->data[i];
}

typedef vec(value) value_vec;

static inline value tree_eval(const forest *f, values *v, const model *m, uint32_t i,
                              value_vec *known) {
    for (uint32_t k = known->size; k <= i; k++) {
        const random_tree *x = &f->pool.data[k];
        value args[4], a;
        for (uint32_t j = 0; j < x->n; j++) args[j] = known->data[x->args[j]];
        if (x->n) a = value_apply(v, x->op, x->s, x->i0, x->i1, x->n, args);
        else a = x->op == OP_VAR ? model_get(m, f->t, x->leaf) : value_of_term(v, x->leaf);
        vec_push(known, a);
    }
    return known->data[i];
}

/* A random assignment of the variables. */
static inline void forest_model(forest *f, values *v, model *m) {
    for (uint32_t i = 0; i < f->vars.size; i++) {
        sort s = term_sort(f->t, f->vars.data[i]);
        term c = forest_constant(f, s);
        if (sort_kind_of(f->t, s) == SORT_ARRAY)
            for (uint32_t k = forest_below(f, 4); k > 0; k--)
                c = term_store(f->t, c, forest_constant(f, sort_index(f->t, s)),
                               forest_constant(f, sort_element(f->t, s)));
        model_set(m, f->vars.data[i], value_of_term(v, c));
    }
}

/* The tree as text, without sharing or normalization, for reports. */
static inline void tree_print(const forest *f, uint32_t i, text *out) {
    const random_tree *x = &f->pool.data[i];
    if (!x->n) {
        smtlib_term(f->t, x->leaf, out);
        return;
    }
    text_print(out, "(%s", op_table[x->op].name);
    if (op_table[x->op].indices) text_print(out, "[%u,%u]", x->i0, x->i1);
    for (uint32_t j = 0; j < x->n; j++) {
        text_char(out, ' ');
        tree_print(f, x->args[j], out);
    }
    text_char(out, ')');
}

#endif
