/* The portfolio: engines in processes of their own, side by side and by turns; the first verdict
 * whose evidence is accepted wins and the others are ended at once.
 *
 * More engines than processors share the time in slices that grow, so that an engine that needs a
 * second is not kept waiting by one that needs an hour. A crash costs that engine only. */
#ifndef ENGINE_PORTFOLIO_PORTFOLIO_H
#define ENGINE_PORTFOLIO_PORTFOLIO_H

#include "engine/engine.h"

/* Is the evidence for this verdict (never UNKNOWN) good? False: the verdict is dropped and the
 * others decide. A proof is checked in the process of its engine, beside the others, and
 * `r->checked` says how; then, and for violations, the function is called in the parent, where it
 * need not check again what `r->checked` says. */
typedef bool (*verdict_check)(void *context, engine_result *r);

/* `known`: a board with facts that were proved before, for the engines to start from; NULL: there
 * are none. `check` may be NULL: every verdict is accepted (its evidence is checked elsewhere). */
void portfolio_decide(program *p, const engine_options *o, const budget *b, board *known,
                      verdict_check check, void *context, engine_result *result);

#endif
