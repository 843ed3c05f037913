/* From the errors backwards: of many guesses, those that exclude the errors, those that make these
 * inductive, and so on.
 *
 * Houdini (houdini.h) shows all guesses inductive before it asks what they are good for. Where most
 * of them are inductive and few are needed, it is cheaper to begin with the errors: the core of the
 * query that excludes them names guesses, the core of the query that a guess is kept names more,
 * and only these have to hold. A guess that fails is dropped with all that the same state refutes;
 * what rested on it is asked again. */
#ifndef ENGINE_CANDIDATES_GOAL_H
#define ENGINE_CANDIDATES_GOAL_H

#include "engine/candidates/conjuncts.h"

/* True: what is left of `guesses` is inductive and excludes the errors.
 * False: they do not suffice, or the budget is over; what is left then is of no use. */
bool prove_goal(program *p, const engine_options *o, const budget *b, conjuncts *guesses);
/* The same for candidates of which few are inductive, and whose steps are sums of words: models
 * refute as many as they can first, and what bits do not decide is asked of numbers. */
bool prove_sums(program *p, const engine_options *o, const budget *b, conjuncts *candidates);

#endif
