/* Loops one after the other: an order of the locations in which everything inside a loop comes
 * before its head, and the head before what follows the loop. Whoever takes, of the locations that
 * wait, the first in this order goes round a loop until it ends, inner loops first, and only then
 * on, so that all runs through a loop meet after it. The order is a weak topological one
 * (Bourdoncle 1993) with the head of each component last instead of first. */
#ifndef PROGRAM_NESTING_H
#define PROGRAM_NESTING_H

#include "base/vec.h"
#include "program/program.h"

typedef struct {
    loc_vec order;
    u32_vec rank;  /* by location: its place in the order; what the start does not reach: none */
    loc_vec head;  /* by location: of the innermost loop that it is in, itself where it is one;
                      NO_LOC: in no loop */
    loc_vec outer; /* by location: of the loop around the one that it heads; NO_LOC: no loop is */
    bool nested;   /* some loop is inside another one */
} nesting;

void nesting_make(nesting *n, const program *p);
void nesting_release(nesting *n);
static inline bool nesting_is_head(const nesting *n, loc l) {
    return same_loc(n->head.data[l.id], l);
}
bool nesting_inside(const nesting *n, loc l, loc head); /* l is in the loop of this head */

/* How often the heads of the loops that are under way were passed, since each was entered. */
typedef struct {
    const nesting *of;
    loc_vec active; /* heads, outermost first */
    u32_vec rounds; /* by location */
} loop_rounds;

void loop_rounds_init(loop_rounds *r, const nesting *of);
void loop_rounds_release(loop_rounds *r);
/* l is next: loops that it is not in are over. Result: rounds of the loop that it heads, with this
 * one; 0: it is no head. */
uint32_t loop_rounds_pass(loop_rounds *r, loc l);

#endif
