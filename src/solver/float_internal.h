/* Parts that the float circuits share: taking floats apart, rounding, and putting them together. */
#ifndef SOLVER_FLOAT_INTERNAL_H
#define SOLVER_FLOAT_INTERNAL_H

#include "solver/float.h"

typedef struct {
    lit rne, rna, rtp, rtn;
} modes; /* none of them: towards zero */

/* Exponents are biased, and signed words of exponent_width(f) bits. `significand` has sb bits; its
 * top bit has the weight that the exponent says. */
typedef struct {
    lit nan, inf, zero, sign;
    word exponent, significand;
} operand;

static inline uint64_t float_bias(float_format f) { return ((uint64_t)1 << (f.eb - 1)) - 1; }
static inline word float_fraction(float_format f, word a) { return word_slice(a, 0, f.sb - 1); }
static inline word float_exponent(float_format f, word a) { return word_slice(a, f.sb - 1, f.eb); }
static inline word float_magnitude(float_format f, word a) {
    return word_slice(a, 0, f.eb + f.sb - 1);
}

modes float_modes(circuits *c, word rm);
uint32_t exponent_width(float_format f); /* room for sums of two exponents and for shifts */
operand float_unpack(circuits *c, float_format f, word a); /* a subnormal keeps its leading zeros */
operand float_unpack_normal(circuits *c, float_format f,
                            word a); /* top bit 1 unless the float is zero */

/* The highest n bits; what falls away is ored into the lowest. Padded with zeros below where a is
 * shorter. */
word float_squeeze(circuits *c, word a, uint32_t n);
/* Does the magnitude grow by one unit, given what comes below that unit? */
lit float_rounds_up(circuits *c, const modes *m, lit sign, lit odd, lit guard, lit sticky);
/* Sign, exponent field (0: subnormal), and a significand of sb + 2 bits (guard and sticky lowest)
 * become a float; `huge`: the exponent is beyond the format whatever the field says. */
word float_pack(circuits *c, float_format f, const modes *m, lit sign, word field, lit huge,
                word significand);
/* The same from any signed exponent and normalized significand of any width. */
word float_round_pack(circuits *c, float_format f, const modes *m, lit sign, word exponent,
                      word significand, bool may_underflow);
/* A result that is NaN, infinite, zero, or `finite`. At most one of the three holds, NaN wins. */
word float_special(circuits *c, float_format f, lit nan, lit inf, lit zero, lit sign, word finite);

#endif
