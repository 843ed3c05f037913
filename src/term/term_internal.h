/* Inside src/term: how the bank stores terms, and the constructors that do not normalize.
 *
 * A term is a node (12 bytes) and `size` words in one table: the indices of its operation, then its
 * arguments. Constants keep their payload there: a bit-vector or float its bits in 32-bit words,
 * lowest first; a number its sign and the size of the numerator in one word, numerator, denominator
 * (absent where 1); a variable the number of its name. Both tables move when they grow: never hold
 * a pointer into them across a constructor. */
#ifndef TERM_TERM_INTERNAL_H
#define TERM_TERM_INTERNAL_H

#include "base/fail.h"
#include "base/intern.h"
#include "term/term.h"
#include "term/value.h"

typedef struct {
    uint32_t op : 8, sort : 24;
    uint32_t size, start;
} node;
typedef struct {
    uint32_t id, hash;
} hash_slot; /* the hash beside the id: a probe that misses touches no node */
typedef struct {
    enum sort_kind kind;
    uint32_t a, b;
} sort_node;
typedef struct {
    const char *name;
    const char *smt;
    int arity;
    uint32_t indices;
} op_info;
extern const op_info op_table[OP_COUNT];

/* What an evaluation knows so far, by term id. */
typedef struct {
    vec(value) values;
    u32_vec stamps; /* values[i] is valid where stamps[i] == stamp */
    uint32_t stamp;
    map tables;   /* constant arrays that were read: term id -> the element that the others have */
    map elements; /* of them: term id << 32 | index -> term id of the element */
} eval_memo;

/* Vectors that are lent and given back in order. */
struct scratch_terms {
    vec(term_vec *) all;
    uint32_t lent;
};

struct terms {
    vec(node) nodes;
    u32_vec words;
    hash_slot *table; /* open addressing; id 0: free */
    uint32_t slots;   /* a power of two */
    vec(sort_node) sorts;
    map sort_index;
    uint32_t bv_sort[129]; /* sorts of the usual widths */
    sort bool_sort, rm_sort, int_sort, real_sort;
    intern names;
    u32_vec var_of_name;
    uint64_t fresh;
    term truth, falsity;
    map negation;    /* AND and OR terms to their negations, so that negating a shared formula stays
                        linear */
    values *folding; /* for constants that are no machine words */
    struct scratch_terms scratch;
    uint32_t depth; /* of constructors that call each other down a term */
    u32_vec mark;   /* by term id: the stamp of the last traversal that saw it */
    uint32_t stamp;
    term_vec walk;
    eval_memo memo;
    uint32_t solvers; /* which of them answered queries */
    uint32_t checked; /* debug builds: terms below were checked, and do not change */
};

/* ---- storage ---- */
static inline const node *node_of(const terms *t, term a) {
    assert_debug(a.id && a.id < t->nodes.size);
    return &t->nodes.data[a.id];
}
static inline enum op op_of(const terms *t, term a) {
    assert_debug(a.id && a.id < t->nodes.size);
    return (enum op)t->nodes.data[a.id].op;
}
static inline sort sort_of(const terms *t, term a) {
    assert_debug(a.id && a.id < t->nodes.size);
    return (sort){t->nodes.data[a.id].sort};
}
static inline const uint32_t *words_of(const terms *t, term a) {
    return &t->words.data[t->nodes.data[a.id].start];
}
static inline uint32_t arity_of(const terms *t, term a) {
    const node *n = node_of(t, a);
    return n->op >= OP_CONST_ARRAY ? n->size - op_table[n->op].indices : 0;
}
static inline term arg_of(const terms *t, term a, uint32_t i) {
    const node *n = node_of(t, a);
    return (term){t->words.data[n->start + op_table[n->op].indices + i]};
}
static inline uint32_t index_of(const terms *t, term a, uint32_t i) { return words_of(t, a)[i]; }
static inline const sort_node *sort_node_of(const terms *t, sort s) { return &t->sorts.data[s.id]; }
static inline uint32_t width_of(const terms *t, term a) {
    return t->sorts.data[node_of(t, a)->sort].a;
} /* BV only */
static inline bool is_op(const terms *t, term a, enum op op) { return op_of(t, a) == op; }

/* The term with exactly these words, new or old. `words` must not point into the bank. */
term bank_make(terms *t, enum op op, sort s, uint32_t size, const uint32_t *words);
term make(terms *t, enum op op, sort s, uint32_t n, const term *args);
term make_1(terms *t, enum op op, sort s, term a);
term make_2(terms *t, enum op op, sort s, term a, term b);
term make_3(terms *t, enum op op, sort s, term a, term b, term c);
term make_indexed(terms *t, enum op op, sort s, uint32_t i0, uint32_t i1, uint32_t n,
                  const term *args);

/* Vectors for the time of one constructor, last taken first given back. The struct does not move.
 */
term_vec *scratch_take(terms *t);
void scratch_give(terms *t);
void args_append(const terms *t, term a, term_vec *out);

/* ---- typing ---- */
/* The sort of an application, or none with the reason in `why` (what was expected). */
sort op_sort(terms *t, enum op op, uint32_t i0, uint32_t i1, uint32_t n, const term *args,
             const char **why);

/* ---- constants ---- */
static inline uint64_t mask64(uint32_t width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }
bool is_value(const terms *t, term a);                  /* a leaf constant */
bool is_small(const terms *t, term a, uint64_t *value); /* BV constant of at most 64 bits */
bool is_bv_zero(const terms *t, term a);
bool is_bv_ones(const terms *t, term a);
bool is_bv_one(const terms *t, term a);
term bv_zero(terms *t, uint32_t width);
term bv_ones(terms *t, uint32_t width);
term fp_const_nan(terms *t, sort s);
/* The application on constants, by evaluation. */
term fold(terms *t, enum op op, sort s, uint32_t i0, uint32_t i1, uint32_t n, const term *args);

/* ---- normalizing constructors, one file each; arguments are well-sorted ---- */
term build(terms *t, enum op op, sort s, uint32_t i0, uint32_t i1, uint32_t n, const term *args);
term build_not(terms *t, term a);
term build_and_or(terms *t, enum op op, uint32_t n, const term *args);
term build_eq(terms *t, term a, term b);
/* The equation x = y, which normalizing a = b gave: by all rules again if the sides are new. */
term eq_again(terms *t, term x, term y, term a, term b);
term build_ite(terms *t, term c, term a, term b);
bool eq_bv(terms *t, term a, term b, term *out); /* rules for equations of bit-vectors */
term build_bv_bitwise(terms *t, enum op op, sort s, uint32_t n, const term *args);
term build_bv_not(terms *t, term a);
term build_bv_divide(terms *t, enum op op, sort s, term a, term b);
term build_bv_shift(terms *t, enum op op, sort s, term a, term b);
term build_bv_sum(terms *t, sort s, uint32_t n, const term *args,
                  const int *sign); /* sign NULL: all + */
term build_bv_product(terms *t, sort s, uint32_t n, const term *args);
term build_bv_less(terms *t, enum op op, term a, term b); /* BVULT or BVSLT */
term build_bv_less_number(terms *t, enum op op, term x,
                          const mpz_t bound); /* x < bound, the bound any number */
term build_bv_overflow(terms *t, enum op op, uint32_t n, const term *args);
term build_extract(terms *t, uint32_t high, uint32_t low, term a);
term build_concat(terms *t, uint32_t n, const term *args); /* highest first */
term build_extend(terms *t, enum op op, uint32_t by, term a);
term build_fp(terms *t, enum op op, sort s, uint32_t i0, uint32_t i1, uint32_t n, const term *args);
/* Rules that look at floats as rationals leave formats alone whose rationals would fill the memory.
 */
enum { WIDEST_EXPONENT = 18 };
/* Floats that are integers: true where the rule applies. */
bool fp_holds_integers(const terms *t, sort s, bool is_signed,
                       uint32_t width); /* all of them, exactly */
bool fp_compare_integers(terms *t, enum op op, term a, term b,
                         term *out); /* FP_LT, FP_LE, FP_EQ; no NaN constant */
bool fp_class_integer(terms *t, enum op op, term a, term *out);
bool fp_integer_back(terms *t, enum op op, uint32_t width, term a, term *out);
term build_arith(terms *t, enum op op, sort s, uint32_t i0, uint32_t n, const term *args);
term build_arith_eq(terms *t, term a, term b);
term build_select(terms *t, term a, term i);
term build_store(terms *t, term a, term i, term v);
/* f(ite(c,k,l)) = ite(c,f(k),f(l)) for constants k, l; none where `a` is no such ite. */
bool ite_of_constants(const terms *t, term a, term *c, term *k, term *l);

#endif
