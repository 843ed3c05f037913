/* What an edge makes of values: from a tuple of what some variables, the members, are to all tuples
 * that may follow.
 *
 * An entry of a tuple says of a member that it is one constant, or its sign, or nothing. Within an
 * edge, ways that end with the same entries are joined, with the ranges of all other variables
 * (reduce/range_env.h); ways that end with different ones are kept apart. Direction: there may be
 * more tuples than follow in a run, never fewer. */
#ifndef ENGINE_FLAGS_STEP_H
#define ENGINE_FLAGS_STEP_H

#include "engine/states/table.h"
#include "reduce/range_env.h"

/* An entry is the id of a constant or one of these. */
enum entry_class {
    ENTRY_ANY = 0,
    ENTRY_NOT_NEGATIVE = UINT32_MAX - 3,
    ENTRY_NEGATIVE,
    ENTRY_POSITIVE,
    ENTRY_NOT_ZERO
};

/* What an edge made of values before: it depends on those members only that the edge mentions. */
typedef struct {
    u32_vec members;  /* that it mentions */
    table before;     /* tuples of these */
    vec(table) after; /* by number of the tuple before */
} edge_memory;

typedef struct {
    liveness live;
    range_env env;
    u32_vec members;             /* indices of variables */
    u32_vec key;                 /* scratch */
    bits_vec mentioned;          /* by edge: variables; empty: not looked for yet */
    vec(edge_memory) remembered; /* by edge, of the members that it was last asked about */
} stepper;

void stepper_init(stepper *s, program *p);
void stepper_release(stepper *s);
bool can_be_member(const program *p, uint32_t var);
/* Adds the tuples that the edge leads to from the given one; what is dead there is ENTRY_ANY. */
void step_edge(stepper *s, edge_id e, const uint32_t *tuple, table *out);
/* The formula: the variable is what the entry says. */
term entry_fact(const program *p, uint32_t var, uint32_t entry);

#endif
