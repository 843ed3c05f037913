/* Which values few variables have together at each location, the few found by counterexamples.
 *
 * Large programs are about flags: a lock that is held, a state of a protocol, the call that a
 * shared body returns to. At first nothing is followed. A path to an error along which only ranges
 * show that no run takes it names further variables that are to be followed, as few as show it;
 * then all begins again (counterexample-guided refinement by explicit values, Beyer and Löwe, FASE
 * 2013). A variable that has too many values is given up. When no path to an error is left, the
 * tuples of each location are the invariant; where a path is not refuted, a solver is asked whether
 * a run takes it: the only question that a solver is asked. */
#ifndef ENGINE_FLAGS_FLAGS_H
#define ENGINE_FLAGS_FLAGS_H

#include "engine/engine.h"

void flags_run(program *p, const engine_options *o, const budget *b, board *shared,
               engine_result *result);

#endif
