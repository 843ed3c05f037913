/* The program with marks: a run passes a mark where it may enter the mark's goal location.
 *
 * `base` has no goal locations: its runs are those of the program, and what they pass is seen from
 * outside. For proofs and for searches some of the goals become error locations again. Locations
 * keep their numbers throughout. */
#ifndef GOAL_MARKED_H
#define GOAL_MARKED_H

#include "base/bits.h"
#include "program/interpret.h"
#include "program/program.h"

typedef struct {
    loc at;
    uint32_t mark;
    edge_id edge;
    term when;
} mark_point;

typedef struct {
    program *all; /* as loaded; borrowed */
    program *base;
    vec(mark_point) points; /* by location */
    u32_vec first;          /* by location: its first point */
    bits present;           /* marks that the program has; no run passes another one */
    bool has_limits;
} marked;

void marked_init(marked *m, program *all);
void marked_release(marked *m);
/* One more mark, which no source has: where `when` holds at `at`; and without it again. */
void marked_add(marked *m, loc at, uint32_t mark, term when);
void marked_drop(marked *m, uint32_t mark);
/* A copy where these marks, and no others, are goals. */
program *marked_with(const marked *m, const bits *marks);
/* Runs of `p` end where they pass one of these marks, which are goals of it or known to be
 * unreachable. The first goal that a run passes is reached as before, so whether any is does not
 * change; but a proof may rely on what held so far: past `if (y > top) y = top;` with a goal in the
 * body, y was not above top. */
void marked_stop(const marked *m, program *p, const bits *marks);
/* The mark whose goal an error location is; NO_MARK: it is a limit. */
uint32_t marked_goal_at(const program *p, loc l);

/* A run of the base program, and what it passes. */
typedef struct {
    const run_options *run; /* on_edge is called as well */
    const model *initial;   /* values at the start; NULL: the default ones */
    const bits *ignore;     /* marks that need not be seen; may be NULL */
    uint32_t until;         /* the run ends where this mark is passed; NO_MARK: it goes on */
    bits *passed;
    uint32_t last; /* the mark that was passed last for the first time */
    bool over;     /* `until` was passed, or a callback of the run says that it is enough */
} marked_run;
run_result marked_follow(marked *m, marked_run *r);

#endif
