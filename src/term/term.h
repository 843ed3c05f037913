/* Terms: hash-consed, immutable formulas and expressions, by 32-bit handles.
 *
 * A `terms` bank owns every sort and term made in it; nothing is freed before the bank is. Two
 * terms of one bank are equal as syntax iff their ids are equal. Constructors normalize: constants
 * are folded, commutative and associative operands flattened, ordered and merged, comparisons
 * brought to one direction, double negations and trivial ite/select/store removed, linear sums
 * collected (x + x - 1 + 3 is 2*x + 2). The engines live from that: subset tests on cubes, caches
 * and subsumption all compare ids. Normalization never changes the meaning, and evaluation
 * (term/value.h) is its reference.
 *
 * Normal forms to rely on:
 * - Negation stands on atoms only: not (a and b) is (not a or not b). A comparison and its negation
 * share the atom.
 * - Bit-vectors have only strict orders (a <= b is not (b < a)); against a constant c the other
 * side is left (c < x is not (x < c+1)); a bound that leaves or excludes one value is an equation;
 * a bit test is an equation of a 1-bit slice with 1, of the sign bit x <s 0. Integers have only <=,
 * reals <= and <, on sums with the first coefficient positive.
 * - Sums: BVADD / ADD of products (BVMUL / MUL with the constant first) and at most one constant,
 * last. bvneg x is (bvmul -1 x), except that -x-1 is (bvnot x); x << k is 2^k * x. Equations have
 * parts with positive coefficients left, the others right.
 * - x >> k, masks of adjacent bits, and words put together by | are slices: zero_extend, extract,
 * concat, with no concat of leading zeros (zero_extend) or trailing zeros (product with 2^k).
 * - The condition of an ite is never a negation. Stores at constant indices are ordered, smallest
 * innermost.
 *
 * Where SMT-LIB leaves a result open (division by zero of integers and reals, fp.to_sbv out of
 * range, fp.min of +0 and -0, the bits of NaN) ops.def says which value it has here; the solvers'
 * backends are bound to the same choice. bvudiv x 0 = ~0 and bvurem x 0 = x as SMT-LIB says. */
#ifndef TERM_TERM_H
#define TERM_TERM_H

#include "base/text.h"
#include "base/vec.h"
#include "base/map.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t id;
} term; /* id 0: none */
typedef struct {
    uint32_t id;
} sort; /* id 0: none */
typedef struct terms terms;
typedef vec(term) term_vec;

enum sort_kind { SORT_NONE, SORT_BOOL, SORT_BV, SORT_FP, SORT_RM, SORT_INT, SORT_REAL, SORT_ARRAY };
enum rounding { RNE, RNA, RTP, RTN, RTZ };

enum op {
    OP_NONE,
#define TERM_OP(name, smt, arity, indices) OP_##name,
#include "term/ops.def"
#undef TERM_OP
    OP_COUNT
};
static inline bool op_is_overflow(enum op op) { return op >= OP_BVNEGO && op <= OP_BVSDIVO; }
static inline bool op_is_float_class(enum op op) {
    return op >= OP_FP_IS_NORMAL && op <= OP_FP_IS_POS;
}

terms *terms_new(void);
void terms_delete(terms *t);
/* Debug builds: what was made since the last call is hash-consed and well-sorted
 * (docs/invariants.md).
 */
void terms_check(terms *t);
/* A record that the owner of the bank keeps with it: which solvers answered a query about these
 * terms (solver/solver.h, solver_set). Zero at first. */
uint32_t terms_solvers(const terms *t);
void terms_set_solvers(terms *t, uint32_t set);
uint32_t terms_count(const terms *t); /* ids 1 .. count exist */
/* Preconditions of most functions here and of their callers: a term, a sort, n terms of the bank. */
bool term_is_there(const terms *t, term a);
bool terms_are_there(const terms *t, uint32_t n, const term *a);
bool sort_is_there(const terms *t, sort s);

static inline bool same(term a, term b) { return a.id == b.id; }
static inline bool terms_have(const term_vec *all, term a) {
    for (uint32_t i = 0; i < all->size; i++)
        if (same(all->data[i], a)) return true;
    return false;
}
int term_by_id(const void *a, const void *b); /* the order of terms for qsort */
static inline bool same_sort(sort a, sort b) { return a.id == b.id; }

/* ---- sorts ---- */
sort sort_bool(terms *t);
sort sort_bv(terms *t, uint32_t width);                                    /* 1 .. 65536 */
sort sort_fp(terms *t, uint32_t exponent_bits, uint32_t significand_bits); /* hidden bit counted */
sort sort_rm(terms *t);
sort sort_int(terms *t);
sort sort_real(terms *t);
sort sort_array(terms *t, sort index, sort element);
enum sort_kind sort_kind_of(const terms *t, sort s);
uint32_t sort_width(const terms *t, sort s); /* BV: its width; FP: eb + sb; Bool: 1; otherwise 0 */
uint32_t sort_eb(const terms *t, sort s);
uint32_t sort_sb(const terms *t, sort s);
sort sort_index(const terms *t, sort s);
sort sort_element(const terms *t, sort s);
bool sort_is_bv(const terms *t, sort s);
bool sort_is_fp(const terms *t, sort s);

/* ---- looking at terms ---- */
enum op term_op(const terms *t, term a);
sort term_sort(const terms *t, term a);
uint32_t term_width(const terms *t, term a); /* of its sort */
uint32_t term_arity(const terms *t, term a);
term term_arg(const terms *t, term a, uint32_t i);
uint32_t term_index(const terms *t, term a,
                    uint32_t i); /* the i-th index of an indexed operation */
const char *term_name(const terms *t, term var);
bool term_is_var(const terms *t, term a);
bool term_is_const(const terms *t, term a); /* a value: also constant arrays with constant stores */
bool term_is_true(const terms *t, term a);
bool term_is_false(const terms *t, term a);
bool term_is_bool(const terms *t, term a);       /* of sort Bool */
bool term_is_connective(const terms *t, term a); /* of Bool, with Bool arguments: no atom */
/* Value of a BV constant of at most 64 bits (also of a Bool: 0 or 1); false if it is none. */
bool term_get_u64(const terms *t, term a, uint64_t *value);
/* Value of a BV (unsigned), FP (its bits) or integral NUMBER constant; false if it is none. */
bool term_get_mpz(const terms *t, term a, mpz_t value);
bool term_get_mpq(const terms *t, term a, mpq_t value); /* NUMBER */
enum rounding term_get_rm(const terms *t, term a);
uint32_t term_dag_size(terms *t, term a); /* distinct subterms */

/* ---- leaves ---- */
term term_true(terms *t);
term term_false(terms *t);
term term_bool(terms *t, bool b);
term term_var(terms *t, const char *name,
              sort s); /* same name and sort: same variable; a name has one sort */
term term_fresh(terms *t, const char *stem, sort s);    /* a new name `stem!N` */
term term_find_var(const terms *t, const char *name);   /* none if there is no such variable */
term term_bv(terms *t, uint32_t width, uint64_t value); /* truncated to width */
term term_bv_mpz(terms *t, uint32_t width, const mpz_t value); /* modulo 2^width, negatives too */
term term_int(terms *t, int64_t value);
term term_number(terms *t, sort s, const mpq_t value); /* Int or Real */
term term_fp_bits(terms *t, sort s, const mpz_t bits); /* IEEE interchange bits */
term term_fp_double(terms *t, sort s, double value);   /* value rounded to the sort, RNE */
term term_rm(terms *t, enum rounding mode);

/* ---- applications: normalizing ---- */
term term_app(terms *t, enum op op, uint32_t n, const term *args);
term term_app_indexed(terms *t, enum op op, uint32_t i0, uint32_t i1, uint32_t n, const term *args);
static inline term term_1(terms *t, enum op op, term a) { return term_app(t, op, 1, &a); }
static inline term term_2(terms *t, enum op op, term a, term b) {
    return term_app(t, op, 2, (term[]){a, b});
}
static inline term term_3(terms *t, enum op op, term a, term b, term c) {
    return term_app(t, op, 3, (term[]){a, b, c});
}
static inline term term_not(terms *t, term a) { return term_1(t, OP_NOT, a); }
static inline term term_and(terms *t, term a, term b) { return term_2(t, OP_AND, a, b); }
static inline term term_or(terms *t, term a, term b) { return term_2(t, OP_OR, a, b); }
static inline term term_implies(terms *t, term a, term b) { return term_or(t, term_not(t, a), b); }
static inline term term_eq(terms *t, term a, term b) { return term_2(t, OP_EQ, a, b); }
static inline term term_ite(terms *t, term c, term a, term b) { return term_3(t, OP_ITE, c, a, b); }
static inline term term_select(terms *t, term a, term i) { return term_2(t, OP_SELECT, a, i); }
static inline term term_store(terms *t, term a, term i, term v) {
    return term_3(t, OP_STORE, a, i, v);
}
static inline term term_extract(terms *t, uint32_t high, uint32_t low, term a) {
    return term_app_indexed(t, OP_EXTRACT, high, low, 1, &a);
}
term term_zext(terms *t, term a, uint32_t width); /* to `width` bits in all */
term term_sext(terms *t, term a, uint32_t width);
term term_and_n(terms *t, uint32_t n, const term *args); /* n = 0: true */
term term_or_n(terms *t, uint32_t n, const term *args);  /* n = 0: false */
term term_const_array(terms *t, sort array, term element);
/* The same operation as `like` on new arguments, normalized. */
term term_rebuild(terms *t, term like, const term *args);

/* ---- traversal ---- */
/* Simultaneous substitution with a memo that lives as long as the object: the same map applied to
 * many terms shares work. Array-indexed by term id, so clearing costs what was touched. Zeroed:
 * empty. */
typedef struct {
    u32_vec image; /* term id -> image id; 0: not yet */
    u32_vec touched;
    term_vec stack;
    term_vec args;
} substitution;
void subst_set(substitution *s, const terms *t, term var, term by);
term subst_apply(substitution *s, terms *t, term a);
void subst_clear(substitution *s);
void subst_release(substitution *s);

/* A walk over subterms that visits each once, however many roots are added to it. Who walks says
 * below which terms it goes on. Zeroed: nothing visited. */
typedef struct {
    map visited;
    term_vec todo;
} term_walk;
void walk_add(term_walk *w, term a);
void walk_below(term_walk *w, const terms *t, term a); /* adds the arguments */
/* The last one added that was not visited yet; false: none is left. */
bool walk_next(term_walk *w, term *a);
void walk_release(term_walk *w);

/* Append the free variables of `a` that are not yet in `seen` (by term id; NULL: all), each once, in
 * order of first occurrence. */
void term_vars(terms *t, term a, map *seen, term_vec *vars);
bool term_mentions(terms *t, term a, term var);

/* Split a conjunction (disjunction) into its parts, appended. */
void term_conjuncts(terms *t, term a, term_vec *parts);
void term_disjuncts(terms *t, term a, term_vec *parts);

#endif
