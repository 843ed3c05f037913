/* Circuits for IEEE floats. A float is a word of eb + sb bits in interchange format: fraction (sb -
 * 1 bits), exponent (eb bits), sign. There is one NaN, positive with only the highest fraction bit
 * set: every word that goes in must be canonical in that sense, every word that comes out is. A
 * rounding mode is a word of 3 bits, 0 .. 4 as enum rounding.
 *
 * The circuits follow hardware where hardware is small, not where it is fast: one path of additions
 * with a limited normalization (a sum is never rounded below the normal range), products and
 * quotients on normalized significands, one integer increment that rounds fraction and exponent
 * together. */
#ifndef SOLVER_FLOAT_H
#define SOLVER_FLOAT_H

#include "solver/word.h"

typedef struct {
    uint32_t eb, sb;
} float_format;

lit float_canonical(circuits *c, float_format f, word a); /* is a NaN, if it is one, ours? */
word float_from_bits(circuits *c, float_format f, word bits);

lit float_is_nan(circuits *c, float_format f, word a); /* of canonical words, all of these */
lit float_is_inf(circuits *c, float_format f, word a);
lit float_is_zero(circuits *c, float_format f, word a);
lit float_is_normal(circuits *c, float_format f, word a);
lit float_is_subnormal(circuits *c, float_format f, word a);
lit float_lt(circuits *c, float_format f, word a, word b);
lit float_le(circuits *c, float_format f, word a, word b);
lit float_eq(circuits *c, float_format f, word a,
             word b); /* IEEE: -0 = +0, NaN differs from itself */

word float_abs(circuits *c, float_format f, word a);
word float_neg(circuits *c, float_format f, word a);
word float_min(circuits *c, float_format f, word a, word b); /* of two zeros the second */
word float_max(circuits *c, float_format f, word a, word b);
word float_add(circuits *c, float_format f, word rm, word a, word b);
word float_sub(circuits *c, float_format f, word rm, word a, word b);
word float_mul(circuits *c, float_format f, word rm, word a, word b);
word float_div(circuits *c, float_format f, word rm, word a, word b);
word float_fma(circuits *c, float_format f, word rm, word a, word b, word d); /* a * b + d */
word float_sqrt(circuits *c, float_format f, word rm, word a);
word float_rem(circuits *c, float_format f, word a,
               word b); /* 2^eb steps: for small exponents only */
word float_round(circuits *c, float_format f, word rm, word a); /* to an integral float */
word float_convert(circuits *c, float_format from, float_format to, word rm, word a);
word float_from_integer(circuits *c, float_format f, word rm, word a, bool is_signed);
word float_to_integer(circuits *c, float_format f, word rm, word a, uint32_t width,
                      bool is_signed); /* else 0 */

#endif
