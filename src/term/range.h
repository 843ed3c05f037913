/* Ranges: sets of values that an analysis can hold, one for each sort.
 *
 *   Bool       which of the two
 *   BV <= 64   an unsigned interval, a signed interval, the known bits, and, if there are few
 *              values (the states of a machine, say), the set of them; each tightens the others
 *   FP         an interval of numbers (-0 and +0 are one) and whether NaN is possible
 *   Int, Real  an interval, open ends allowed
 *   others     any value
 *
 * Every operation over-approximates: the result contains all values that values of the arguments
 * give. Bounds of floats and numbers are constant terms, so the exact evaluation of the term bank
 * is what computes them. */
#ifndef TERM_RANGE_H
#define TERM_RANGE_H

#include "term/term.h"

enum { RANGE_SET = 40 }; /* the most values that are listed */

enum range_kind { RANGE_ANY, RANGE_BOOL, RANGE_BV, RANGE_FP, RANGE_NUMBER };

typedef struct {
    uint8_t kind;
    bool empty;
    bool can_true, can_false; /* BOOL */
    bool nan, number;         /* FP: may be NaN; may be a number (then within lo .. hi) */
    uint8_t width;            /* BV */
    term lo, hi;              /* FP, NUMBER: constants; none: no bound (NUMBER) */
    uint64_t ulo, uhi;        /* BV, within the width */
    int64_t slo, shi;         /* BV, sign-extended */
    uint64_t zeros, ones;     /* BV: bits known to be so */
    uint32_t count;           /* BV: how many values are listed, ascending; 0: they are not */
    int32_t set[RANGE_SET];   /* their signed values */
} range;

range range_top(const terms *t, sort s);
range range_constant(terms *t, term constant);
range range_bool(bool can_true, bool can_false);
bool range_is_top(terms *t, sort s, const range *a);
bool range_equal(const range *a, const range *b);
/* The single value, as a term; none where there are several (or none). */
term range_single(terms *t, sort s, const range *a);
range range_join(terms *t, const range *a, const range *b);
range range_meet(terms *t, const range *a, const range *b);
bool range_within(terms *t, const range *a, const range *b); /* a is a subset of b */
/* The formula: var is in the range. */
term range_fact(terms *t, term var, const range *a);

/* Bit-vectors: from an interval; normal form (each view made as tight as the others allow, `empty`
 * set). */
range range_bv_top(uint32_t width);
range range_bv_unsigned(uint32_t width, uint64_t lo, uint64_t hi);
range range_bv_signed(uint32_t width, int64_t lo, int64_t hi);
void range_bv_normalize(range *a);
void range_bv_exclude(range *a, uint64_t value); /* normalizes */
void range_bv_join_sets(range *into, const range *a,
                        const range *b); /* the union, where both are listed and few */
void range_bv_meet_sets(range *into, const range *a, const range *b);
static inline uint64_t bv_mask(uint32_t width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }
static inline int64_t bv_signed(uint32_t width, uint64_t raw) {
    return (int64_t)(raw << (64 - width)) >> (64 - width);
}
/* The number x with odd * x = 1, modulo 2^64 (Newton): right in 3 bits, and each round doubles that. */
static inline uint64_t bv_inverse(uint64_t odd) {
    uint64_t x = odd;
    for (int i = 0; i < 5; i++) x *= 2 - odd * x;
    return x;
}
static inline int64_t bv_min(uint32_t width) { return (int64_t)(~0ull << (width - 1)); }
static inline int64_t bv_max(uint32_t width) { return (int64_t)(bv_mask(width) >> 1); }

range range_fp_top(terms *t, sort s);

/* Operations. The arguments' ranges are in the order of the term's arguments. */
range range_apply_bv(terms *t, term a, const range *args); /* result BV, or a predicate on BV */
range range_apply_fp(terms *t, term a, const range *args); /* floats and conversions */
range range_apply_number(terms *t, term a, const range *args);
/* Pieces that backward propagation needs. */
range range_bv_add(const range *a, const range *b);
range range_bv_neg(const range *a);
range range_bv_not(const range *a);

/* Comparison of constant terms of one sort (FP as numbers, Int, Real). */
bool constant_le(terms *t, term a, term b);
term constant_min(terms *t, term a, term b);
term constant_max(terms *t, term a, term b);

/* Widening: thresholds are the constants of the program, sorted. */
typedef struct {
    u64_vec of_unsigned;
    vec(int64_t) of_signed;
    term_vec numbers;
} thresholds;
void thresholds_collect(thresholds *h, terms *t, term a, term_walk *seen);
void thresholds_sort(thresholds *h);
void thresholds_release(thresholds *h);
/* Contains old and now; chains of it are finite. */
range range_widen(terms *t, const thresholds *h, const range *old, const range *now);

#endif
