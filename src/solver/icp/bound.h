/* Simple bounds of terms: the literals of the icp solver, for code that thinks in boxes.
 *
 * Bounds of floats come weak, "NaN or at least c", and strong, "a number, and at least c": one is
 * the negation of the other. Values are unsigned or signed words, ranks of floats (their order as
 * integers, -0 just below +0: rank -1 and rank 0), or a set of bits. Of Booleans, words up to 64
 * bits, binary32 and binary64; of Int and Real, whose bounds are cells in the channels of signed
 * words (number.h). */
#ifndef SOLVER_ICP_BOUND_H
#define SOLVER_ICP_BOUND_H

#include "solver/solver.h"

enum channel {
    CH_TRUE,
    CH_FALSE,
    CH_NAN,
    CH_NUMBER,
    CH_LO,
    CH_HI,
    CH_NUMBER_LO,
    CH_NUMBER_HI,
    CH_ULO,
    CH_UHI,
    CH_SLO,
    CH_SHI,
    CH_ZEROS,
    CH_ONES
};
typedef struct {
    uint8_t channel;
    uint64_t value;
} bound;

enum { BOUNDS_OF_VALUE = 2, BOUNDS_NEEDED = 4 };

term bound_term(terms *t, term x, bound b); /* x is so */
bool bound_implies(bound a, bound b); /* of one variable; false may also mean: not seen here */
/* The bounds that say that a variable has this value, at most BOUNDS_OF_VALUE; 0: its sort has
 * none. `is_signed`: the order of words. A number without a cell of its own has the bounds of the
 * cell that it is in: not `exact`. */
uint32_t bounds_of_value(terms *t, values *pool, value v, bool is_signed, bound *out, bool *exact);

/* The value that a bound of a variable of this sort has at a constant (of another width or format,
 * perhaps); false: none. */
bool bound_at(terms *t, sort of, uint8_t channel, term constant, uint64_t *at);
/* Is a bound with value a weaker (implied by one with value b, and not the same)? */
bool bound_weaker(uint8_t channel, uint64_t a, uint64_t b);
/* Half way from a to b, in the order of the channel. */
uint64_t bound_between(uint8_t channel, uint64_t a, uint64_t b);

/* After UNSAT of an icp solver, for an assumption in its core: what the refutation needed of it, at
 * most BOUNDS_NEEDED bounds of x that it implies; all assumptions may be replaced by these at once
 * (paper 003, Sect. III-B). False: the assumption is no bound of x, or its core was minimized
 * since; it is needed as it is. */
bool icp_core_bounds(solver *s, term assumption, term x, uint32_t *n, bound *out);

/* For an icp solver without open scopes: `var`, which it has not seen, is `by`, which does not
 * mention it. Bounds of the variable are then bounds of the term, whatever its shape. */
void icp_define(solver *s, term var, term by);
/* The effort of the checks to come, in conflicts. */
void icp_set_ticks(solver *s, uint64_t ticks);

#endif
