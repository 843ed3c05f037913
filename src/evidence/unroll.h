/* Unrolled copies of a program: loop-free, for proofs that count loop heads instead of naming an
 * invariant. */
#ifndef EVIDENCE_UNROLL_H
#define EVIDENCE_UNROLL_H

#include "program/program.h"

typedef struct {
    loc from;          /* the start, or a loop head */
    uint32_t segments; /* regions between loop heads that a run may go through */
    const term_vec
        *invariant;    /* assumed at `from` and at each head passed; NULL: nothing is assumed */
    bool only_last;    /* only errors of the last segment count */
    bool end_is_error; /* coming to a head after the last segment is an error too */
    uint32_t
        rounds; /* not 0: instead of by segments, loops one after the other (program/nesting.h),
                   from the start; more rounds than these of a loop are an error */
} unrolling_plan;

/* NULL where it would have more than a few million edges, or a loop without a head. Shares terms;
 * locations have the positions of what they copy. */
program *unroll(const program *p, const unrolling_plan *u);

#endif
