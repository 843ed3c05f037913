/* Sets of machine words, for the boxes backend: an interval of unsigned numbers, one of signed
 * numbers and the known bits, each of which contains the set. A width is 1 to 64.
 *
 * Direction: a result contains every word that the operation can give; more is no mistake. */
#ifndef SOLVER_BOXES_WORD_H
#define SOLVER_BOXES_WORD_H

#include "base/wide.h"
#include "term/term.h"

typedef struct {
    uint64_t low, high;   /* unsigned; low > high: no word */
    int64_t least, most;  /* signed */
    uint64_t known, bits; /* the known bits, and their values */
} word_set;

word_set words_any(uint32_t width);
word_set words_point(uint64_t x, uint32_t width);
bool words_empty(const word_set *a);
bool words_one(const word_set *a); /* a single word */
word_set words_meet(const word_set *a, const word_set *b, uint32_t width);
word_set words_hull(const word_set *a, const word_set *b);
bool words_same(const word_set *a, const word_set *b);
/* The numbers of one of the two intervals, the one with fewer. */
typedef struct {
    wide low, high;
} wide_span;
wide_span words_span(const word_set *a, uint32_t width);
word_set words_of(wide low, wide high, uint32_t width); /* these numbers modulo 2^width */

/* An operation of n words of one width. What it does not know has any result. */
word_set words_apply(enum op op, uint32_t n, const word_set *const *args, uint32_t width);
word_set words_extract(const word_set *a, uint32_t from, uint32_t high, uint32_t low);
word_set words_extend(const word_set *a, uint32_t from, uint32_t width, bool is_signed);
word_set words_concat(const word_set *a, const word_set *b, uint32_t low_width, uint32_t width);
/* A predicate of two words: whether it can be true, and false. */
void words_compare(enum op op, const word_set *a, const word_set *b, uint32_t width, bool *can_true,
                   bool *can_false);

/* The other way: what an argument can be where the result is in `r`. */
word_set words_before_extract(const word_set *r, const word_set *a, uint32_t from, uint32_t high,
                              uint32_t low);
word_set words_before_extend(const word_set *r, uint32_t from, uint32_t width, bool is_signed);
word_set words_before_scale(const word_set *r, const word_set *factor, const word_set *a,
                            uint32_t width);
/* a < b, as unsigned or as signed numbers: what each can be then. False: neither can be. */
bool words_order(word_set *a, word_set *b, uint32_t width, bool is_signed, bool or_same);

#endif
