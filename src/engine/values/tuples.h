/* What is known to be reached: tuples of entries for the variables that are followed (the members),
 * by location, in the order of their discovery; and the invariant that they are, written as a decision
 * diagram in which equal parts are one term. */
#ifndef ENGINE_VALUES_TUPLES_H
#define ENGINE_VALUES_TUPLES_H

#include "engine/common/cuts.h"
#include "engine/engine.h"
#include "engine/values/table.h"
#include "program/liveness.h"

/* An entry is the id of a constant, a cell between cuts, a sign, or 0: any value. */
enum entry_class {
    ENTRY_ANY = 0,
    ENTRY_NOT_NEGATIVE = UINT32_MAX - 3,
    ENTRY_NEGATIVE,
    ENTRY_POSITIVE,
    ENTRY_NOT_ZERO
};
static const uint32_t ENTRY_CELLS = 1u << 31; /* of cell number n: ENTRY_CELLS + n */

typedef struct {
    loc at;
    uint32_t number; /* of the tuple there */
    uint32_t parent; /* node */
    edge_id edge;    /* from there; or NO_EDGE */
} tuple_node;

typedef struct {
    program *program;
    liveness live;
    cuts cuts;
    u32_vec members; /* indices of variables */
    vec(table) at;   /* by location */
    vec(tuple_node) nodes;
} tuples;

enum { FEW_VALUES = 8 }; /* a variable with more of them at one location has many */

void tuples_init(tuples *x, program *p);
void tuples_release(tuples *x);
/* Nothing is reached; the members stay. */
void tuples_clear(tuples *x);
/* False: it was known. */
bool tuples_add(tuples *x, loc at, const uint32_t *tuple, uint32_t parent, edge_id by);
/* A word of at most 64 bits, or a Boolean. */
bool tuples_can_follow(const program *p, uint32_t var);
/* The most values that the member at this place has at one location. */
uint32_t tuples_values(const tuples *x, uint32_t place);
/* The most values that a member, its place in *worst, has at some location; those in `spared`
 * (variables; NULL: none) are not counted. */
uint32_t tuples_most_values(const tuples *x, const bits *spared, uint32_t *worst);
/* The member at this place is no longer followed, and nothing is reached. */
void tuples_drop_member(tuples *x, uint32_t place);
/* The formula: a value a of this variable is what the entry says. */
term tuples_entry(const tuples *x, uint32_t var, term a, uint32_t entry);
/* TRUE: the tuples are all that is reached where `followed` (NULL: everywhere) says so; elsewhere
 * nothing is said. */
void tuples_prove(tuples *x, const bits *followed, engine_result *result);

#endif
