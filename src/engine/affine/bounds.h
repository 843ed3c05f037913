/* Rows of a loop head: linear forms of its variables, and bounds between which each of them seems
 * to stay. */
#ifndef ENGINE_AFFINE_BOUNDS_H
#define ENGINE_AFFINE_BOUNDS_H

#include "base/budget.h"
#include "engine/affine/forms.h"

typedef struct {
    affine_form f;
    double low, high;  /* infinite: no bound */
    bool below, above; /* whether a lower bound, an upper bound is searched */
    bool given;        /* of a counter: known, no guess */
    uint32_t drifting; /* where the row for its upper bound with a drift is, then that for its lower
                          one: its bounds follow; 0: none */
} row;
typedef struct {
    vec(row) rows; /* the first ones are the variables */
    bool reached;
} head;
typedef vec(head) heads; /* by location */

/* How to guess. */
typedef struct {
    uint32_t most_rows; /* beside the variables */
    double drift; /* each bound of a form may move by so much when a counter does; 0: bounds stay */
    bool some;    /* rows without bounds are left out, where otherwise all must have some */
    bool enough;  /* short numbers; no guess where errors seem to be possible between the bounds */
} bound_guessing;

/* A guess: nothing is proven here. False: there is none. */
bool bounds_guess(affine_program *a, program *p, const budget *b, bound_guessing how, heads *out);
/* Do the rows leave a way to an error? Also a guess: only what the forms of its guards can be is
 * looked at. */
bool bounds_allow_error(affine_program *a, const heads *h);
void heads_release(heads *h);

#endif
