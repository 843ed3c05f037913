/* The far side of an interpolation: sets of states, shown unable to reach an error within k
 * segments; and, where no proof gives an interpolant, cubes of them by cores. */
#ifndef ENGINE_IMC_INTERPOLATE_H
#define ENGINE_IMC_INTERPOLATE_H

#include "engine/common/unroll.h"

/* Side B: from any stop, errors within k segments. */
typedef struct {
    program *program;
    solver *solver;
    unrolling unrolling;
    term_vec
        start;  /* by location: the literal that a path starts there; none where it is no stop */
    term error; /* some error is reached */
    term_vec cube, candidate; /* scratch */
} far_side;

bool far_init(far_side *f, program *p, const engine_options *o, const budget *b);
void far_release(far_side *f);
/* One segment more. False: budget used up. */
bool far_deepen(far_side *f, const budget *b);

/* Side B as a formula over the state at `at`. */
term far_formula(const far_side *f, loc at);

/* Can the state (constants by variable index) at `at` reach an error? UNSAT: `set` is a cube around
 * it, over program variables, none of whose states can. */
enum answer far_from_errors(far_side *f, loc at, const term *state, term *set);

#endif
