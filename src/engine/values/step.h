/* What an edge makes of values: from a tuple of what some variables, the members, are to all tuples
 * that may follow.
 *
 * An entry of a tuple says of a member that it is one constant, or its sign, or nothing. In an
 * edge, ways that end with the same entries are joined, with the ranges of all other variables
 * (reduce/range_env.h); ways that end with different ones are kept apart. Direction: there may be
 * more tuples than follow in a run, never fewer. */
#ifndef ENGINE_VALUES_STEP_H
#define ENGINE_VALUES_STEP_H

#include "engine/values/tuples.h"
#include "reduce/range_env.h"

/* What an edge made of values before: it depends on those members only that the edge mentions. */
typedef struct {
    u32_vec members;  /* that it mentions */
    table before;     /* tuples of these */
    vec(table) after; /* by number of the tuple before */
} edge_memory;

typedef struct {
    liveness *live;
    range_env env;
    const u32_vec *members;
    u32_vec key;                 /* scratch */
    bits_vec mentioned;          /* by edge: variables; empty: not looked for yet */
    vec(edge_memory) remembered; /* by edge, of the members that it was last asked about */
} stepper;

/* Both outlive the stepper; the members may change. */
void stepper_init(stepper *s, liveness *live, const u32_vec *members);
void stepper_release(stepper *s);
/* Adds the tuples that the edge leads to from the given one; what is dead there is ENTRY_ANY. */
void step_edge(stepper *s, edge_id e, const uint32_t *tuple, table *out);

#endif
