/* Behaviors of ACSL: clauses that count where the behavior's assumptions held before the call. */
#ifndef FRONTEND_WRITTEN_BEHAVIOR_H
#define FRONTEND_WRITTEN_BEHAVIOR_H

#include "frontend/written/claim.h"

/* The formula of a clause of f: what it requires or ensures, under what its behavior assumes. */
formula *behavior_clause(formula_context *c, const function_text *f, const written_clause *k);

/* Where f is entered: that behaviors which are said to be complete or disjoint are. */
void behaviors_check(formula_context *c, const function_text *f, text *out);

#endif
