/* Goals behind a counter that counts to 2^32: runs that hold the inputs of one step for as long as
 * it takes, without making every step.
 *
 * A test is run on, its last inputs held. Where a step changes nothing that a step reads but
 * variables to which it adds a constant, the state after k more steps is a formula in k. One such
 * step is executed on it, along the edges that it took. A solver says for how many k in a row the
 * step goes the same way and leads from the state k to the state k + 1: so many steps are leapt
 * over, and the run goes on from there by the interpreter.
 *
 * A leap is exact: it stands for steps that the program makes. The interpreter makes some of them
 * (the first, the last, one between), and a second solver agrees on their number. Runs in which a
 * value is only bounded (ORIGIN_OVER) are not leapt. */
#ifndef GOAL_LEAP_H
#define GOAL_LEAP_H

#include "goal/deadcode_internal.h"

/* From the tests that there are, while goals are open. Needs the compiled step function (explore.c),
 * which knows where a step begins. */
void deadcode_leap(deadcode *d, const deadcode_options *o);

#endif
