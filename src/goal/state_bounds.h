/* Bounds of what a step leaves behind: goals of our own, "at the start of a step this variable is outside of the values
 * that it had in runs". Where one is proved unreachable, later questions may rely on it, as on every goal that was
 * proved before: the range analysis and the engines then see a saturated command or a limited rate as what it is, however
 * far from the goal that happens. What is not proved is forgotten. */
#ifndef GOAL_STATE_BOUNDS_H
#define GOAL_STATE_BOUNDS_H

#include "goal/deadcode_internal.h"

/* Until this moment, by wall time and CPU (0: no limit). How many bounds were proved. */
uint32_t deadcode_bound_states(deadcode *d, const deadcode_options *o, double wall, double cpu);

#endif
