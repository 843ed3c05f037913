/* Programs without their loops: each is replaced by one round of it from any state of its
 * invariant.
 *
 * Where runs enter a loop the invariant is checked, what the loop assigns gets any value of the
 * invariant, and where a round ends the invariant is checked again, and the run with it. What the
 * loop does not assign keeps the value that it had, so that an invariant need not repeat what is
 * known before the loop. Direction: over-approximation. Where no check fails, every state that a
 * run of the program has at the head of a loop is one that a run of the result has there, by
 * induction over its rounds; so no error of the result is reached only if none of the program is.
 *
 * The head of every loop dominates its rounds, or there is no result. */
#ifndef PROGRAM_LOOPLESS_H
#define PROGRAM_LOOPLESS_H

#include "program/program.h"

typedef struct {
    loc head;
    loc entered, round; /* in the result: where the invariant is checked */
} loopless_loop;
typedef vec(loopless_loop) loopless_loops;

/* invariant: by location; none or beyond the end: true. `loops` may be NULL. The result keeps the
 * numbers of locations and edges; NULL: a loop without a head that dominates it. */
program *program_loopless(const program *p, const term_vec *invariant, loopless_loops *loops);
/* The variables that the loop of this head assigns; false: it does not dominate its rounds. */
bool loop_assigned(const program *p, loc head, map *seen, term_vec *vars);
/* Where runs enter the loop of this head, and not where rounds end, var := value. */
void loop_enter(program *p, loc head, term var, term value);

#endif
