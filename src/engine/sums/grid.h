/* Floats on a grid: variables whose values are multiples of a power of two below a bound.
 *
 * A rate limiter moves in steps of a quarter, a counter may be a float. While all values are
 * multiples of 2^-n below 2^(24-n), sums and differences of them are exact, which no interval
 * shows: y + 0.25 - y > 0.25 is false on the grid, and true for some y off it. Runs suggest the
 * grid; bounds are guessed as powers of two above what was seen. */
#ifndef ENGINE_SUMS_GRID_H
#define ENGINE_SUMS_GRID_H

#include "engine/candidates/conjuncts.h"

typedef struct {
    uint32_t variable;
    int fraction; /* all values seen are multiples of 2^-fraction */
    double most;  /* the greatest magnitude seen */
    bool seen;
} grid;

bool grid_is_for(const terms *t, sort s); /* binary32 and binary64 */
void grid_see(grid *g, const terms *t, value v);
/* Guesses at the location; none where the values seen lie on no coarse grid. True: there are some.
 */
bool grid_guess(const grid *g, program *p, loc at, conjuncts *out);

#endif
