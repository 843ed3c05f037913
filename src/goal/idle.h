/* Idle loops: loops that do nothing any more, since what they did was left out.
 *
 * In the cone of a goal the inner loops of other blocks stay as loops whose edges are all empty.
 * All locations of such a loop have the same states, so without the edges back to its head every
 * location has the states that it had. But the head would be a cut point of its own: a place that
 * needs an invariant, and where a step of the program ends in the middle. */
#ifndef GOAL_IDLE_H
#define GOAL_IDLE_H

#include "program/program.h"

/* Take them out, their heads are no cut points any more. The program must have no reduction after
 * it: its cuts are the heads of its loops. */
void idle_remove(program *p);

#endif
