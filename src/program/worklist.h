/* Locations that wait to be visited by an analysis, in reverse post-order, round after round; and
 * the heads of loops in that order, where such an analysis widens. */
#ifndef PROGRAM_WORKLIST_H
#define PROGRAM_WORKLIST_H

#include "base/bits.h"
#include "program/program.h"

typedef struct {
    loc_vec order;  /* reverse post-order; what the start does not reach is absent */
    u32_vec number; /* by location: 1 + its position in the order; 0: absent */
    bits waiting;
    bits heads;    /* the targets of edges that go back: every loop has one */
    uint32_t next; /* position at which the next look begins */
} worklist;

void worklist_init(worklist *w, const program *p); /* nothing waits */
void worklist_release(worklist *w);
bool worklist_goes_back(const worklist *w, const edge *e);
/* Take the next location that waits, in the order; after its end the next round begins. False:
 * none does. */
bool worklist_take(worklist *w, loc *l);

#endif
