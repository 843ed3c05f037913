/* Terms over floats and words as terms over reals and integers that allow at least as much.
 *
 * A float is a real number and three flags: NaN and the two infinities. The result of an operation
 * is the exact result plus an error: where the arguments are within known ranges, at most half a
 * unit in the last place of the largest result, as a constant, which keeps everything linear;
 * elsewhere at most u * |x|, which costs a case split on the sign, and of results beyond the
 * largest float only the sign is known. Comparisons are exact. A word is an integer that equals it
 * modulo 2^width; sums and multiples stay linear, and are exact. Products and remainders obey the
 * rules of solver/nonlinear.h; what else is not linear may have any value of its range.
 *
 * Ranges come from what is asserted (`x <= 4` on its own) and, as a case to distinguish, from the
 * constants that a variable is compared with.
 *
 * Direction: every assignment that satisfies the assertions can be extended to one that satisfies
 * their relaxed forms. So no solution here means no solution there, and nothing else is said. */
#ifndef SOLVER_RELAX_H
#define SOLVER_RELAX_H

#include "term/term.h"

/* Append the relaxed forms of `asserted`, in order, and what their new variables obey. */
void relax(terms *t, uint32_t n, const term *asserted, term_vec *forms, term_vec *rules);

#endif
