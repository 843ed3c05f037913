/* The combinations of values that variables have together at locations, one by one.
 *
 * Two strategies keep the same tuples (tuples.h) and differ in who says what follows one of them,
 * and in which variables are followed.
 *
 * `values` asks a solver, at loop heads, and begins with all variables. State machines written as
 * programs (controllers, protocol handlers, generated code) have many variables and paths, and
 * often few states. From each tuple, the segment up to the next loop heads is unrolled with
 * constants, which folds most of it away, and a solver names the tuples that follow. If there are
 * too many, of the variables with many values only the cells between the constants that the
 * program compares them with (common/cuts.h) are distinguished, and if that is not enough the one
 * with the most is no longer followed. Where tuples lead to an error, one run is followed through
 * them, stop by stop (retrace.h): a violation that is many steps away costs one query for each.
 *
 * `values/ranges` executes edges on ranges, at all locations, and begins with no variable. Large
 * programs are about flags: a lock that is held, a state of a protocol, the call that a shared body
 * returns to. A path to an error along which ranges show that no run takes it names the variables
 * that are to be followed, as few as show it; then all begins again (counterexample-guided
 * refinement by explicit values, Beyer and Löwe, FASE 2013). A variable that has too many values is
 * given up. A solver is asked only whether a run takes a path that values do not exclude.
 *
 * Direction of both: variables that are not followed may have any value, so the set of what is
 * reached only grows. If no tuple leads to an error, all of them together are the invariant. */
#ifndef ENGINE_VALUES_VALUES_H
#define ENGINE_VALUES_VALUES_H

#include "engine/engine.h"

void values_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result);
void values_ranges_run(program *p, const engine_options *o, const budget *b, board *shared,
                       engine_result *result);

#endif
