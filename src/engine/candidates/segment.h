/* The encoding of one segment: the loop-free region between two loop heads, from the start or from
 * any loop head in what the candidates say there. Candidates at other locations than loop heads are
 * dropped: nothing would check them. */
#ifndef ENGINE_CANDIDATES_SEGMENT_H
#define ENGINE_CANDIDATES_SEGMENT_H

#include "engine/candidates/conjuncts.h"
#include "engine/candidates/eliminate.h"
#include "engine/common/unroll.h"

typedef struct {
    unrolling unrolling;
    elimination elimination;
    bool open;
} segment;

enum segment_origin { FROM_START, FROM_ANYWHERE };

/* False: no solver, or the budget is over; to be closed in either case. */
bool segment_open(segment *s, program *p, const engine_options *o, const budget *b,
                  const conjuncts *c, enum segment_origin from, bits *dropped);
/* From one loop head only: smaller queries, where there are many. */
bool segment_open_at(segment *s, program *p, const engine_options *o, const budget *b,
                     const conjuncts *c, loc head, bits *dropped);
void segment_close(segment *s);
/* Where candidates fail at the frontier of an unrolling. */
void segment_violations(const unrolling *u, const conjuncts *c, elimination *e);
/* An error is reached. */
term segment_errors(const segment *s);

/* Remove the candidates in `dropped`, or all that are not in `kept`. */
void conjuncts_drop(conjuncts *c, const bits *dropped);
void conjuncts_keep(conjuncts *c, const bits *kept);

#endif
