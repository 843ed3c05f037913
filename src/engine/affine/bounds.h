/* Rows of a loop head: linear forms of its variables, and bounds between which each of them seems to stay. */
#ifndef ENGINE_AFFINE_BOUNDS_H
#define ENGINE_AFFINE_BOUNDS_H

#include "base/budget.h"
#include "engine/affine/forms.h"

typedef struct { form f; double low, high; } row; /* infinite: no bound */
typedef struct {
    vec(row) rows;      /* the first ones are the variables */
    bool reached;
} head;
typedef vec(head) heads; /* by location */

/* A guess with at most so many rows beside the variables: nothing is proven here. False: there is none. Where all variables of loops need not be
 * bounded (`some`), rows without bounds are left out. */
bool bounds_guess(affine_program *a, program *p, const budget *b, uint32_t most_rows, bool some, heads *out);
void heads_release(heads *h);

#endif
