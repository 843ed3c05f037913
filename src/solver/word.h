/* Circuits on words: vectors of literals, lowest bit first. Words live in the scratch arena of a
 * `circuits` object; the caller marks and rewinds it. Nothing here knows terms. */
#ifndef SOLVER_WORD_H
#define SOLVER_WORD_H

#include "base/arena.h"
#include "solver/aig.h"

typedef struct {
    uint32_t n;
    lit *bit;
} word;
typedef struct {
    aig *graph;
    arena scratch;
} circuits;

word word_new(circuits *c, uint32_t n);                      /* bits not set */
word word_constant(circuits *c, uint32_t n, uint64_t value); /* zero above 64 bits */
word word_fill(circuits *c, uint32_t n, lit a);
word word_inputs(circuits *c, uint32_t n);
word word_slice(word a, uint32_t low, uint32_t n); /* shares */
word word_concat(circuits *c, word high, word low);
word word_zext(circuits *c, word a, uint32_t n); /* to n bits; cut where n is less */
word word_sext(circuits *c, word a, uint32_t n);
static inline lit word_top(word a) { return a.bit[a.n - 1]; }
bool word_is_constant(word a);
bool word_same(word a, word b);

word word_not(circuits *c, word a);
word word_and(circuits *c, word a, word b);
word word_xor(circuits *c, word a, word b);
word word_mask(circuits *c, word a, lit m); /* m ? a : 0 */
word word_ite(circuits *c, lit s, word a, word b);
lit word_any(circuits *c, word a); /* some bit is 1 */
lit word_all(circuits *c, word a);
lit word_equal(circuits *c, word a, word b);
lit word_ult(circuits *c, word a, word b);
lit word_ule(circuits *c, word a, word b);
lit word_slt(circuits *c, word a, word b);
lit word_sle(circuits *c, word a, word b);

/* a + b + carry, as wide as a and b; the carry out goes to *out (may be NULL). */
word word_add(circuits *c, word a, word b, lit carry, lit *out);
word word_sub(circuits *c, word a, word b);
word word_neg(circuits *c, word a);
word word_increment(circuits *c, word a, lit by); /* a + by */
word word_abs(circuits *c, word a);               /* two's complement; the least stays */
word word_negate_if(circuits *c, word a, lit s);
word word_mul(circuits *c, word a, word b);      /* modulo 2^n */
word word_mul_full(circuits *c, word a, word b); /* unsigned, a.n + b.n bits */
/* Is there a bit i of a and a bit k of b with i + k >= least? */
lit word_bits_meet(circuits *c, word a, word b, uint32_t least);
void word_divide(circuits *c, word a, word b, word *quotient,
                 word *remainder); /* unsigned; by 0: ~0 and a */

/* Shifts by any amount; the amount is unsigned and may be of another width. */
word word_shl(circuits *c, word a, word by);
word word_lshr(circuits *c, word a, word by);
word word_ashr(circuits *c, word a, word by);
word word_lshr_sticky(circuits *c, word a,
                      word by); /* the lowest bit is ored with all that falls out */
/* Shift left until the top bit is 1 (or nothing is left); *count gets by how much, in bits_for(a.n)
 * bits. */
word word_normalize(circuits *c, word a, word *count);
static inline uint32_t bits_for(uint64_t most) { /* how many bits the numbers 0 .. most need */
    uint32_t n = 1;
    while (most >>= 1) n++;
    return n;
}

#endif
