/* Craig interpolants from resolution proofs of the SAT solver (McMillan, CAV 2003).
 *
 * Both formulas become clauses over variables of their own; only the bits of common variables, and
 * comparisons that are over common variables only, are shared. So a proof that argues by
 * comparisons gives an interpolant over them, and one that argues by bits an interpolant over bits.
 */
#ifndef SOLVER_INTERPOLATE_H
#define SOLVER_INTERPOLATE_H

#include "solver/solver.h"

/* For Bool, bit-vectors and floats. False where a & b is satisfiable, not decided within the
 * limits, or the interpolant is too large to be of use. */
bool interpolate_by_proof(terms *t, term a, term b, const budget *limits, term *interpolant);

/* For Bool and linear sums, all of Int or all of Real: by the coefficients of Farkas' lemma. False
 * also where a refutation needs more than the rationals. */
bool interpolate_linear(terms *t, term a, term b, const budget *limits, term *interpolant);

#endif
