/* Marks: C sources with marks of their goals in them.
 *
 * A source is preprocessed, read by libclang, and marks (frontend.h: MARK_GOAL, MARK_CONDITION) are
 * written into the preprocessed text, where every token has a place of its own. The marked program
 * does what the program does: a mark stands where a statement may stand, or around a condition,
 * whose value it hands on. Then the source itself is read, in the same order, for positions with
 * columns; where the two readings do not agree on what stands in a line, only the line is said.
 *
 * Not looked into, and listed in `skipped` where there is a decision in it: sizes and types, static
 * initializers, _Generic, arguments of the compiler's own functions. */
#ifndef MARK_GOAL_H
#define MARK_GOAL_H

#include "frontend/frontend.h"
#include "goal/goal.h"

typedef vec(text) marked_texts; /* by source */

/* Mark all sources. False with status and messages as frontend_load sets them (LOAD_UNSUPPORTED:
 * with reason). */
bool mark_sources(const load_options *o, goals *g, marked_texts *out, enum load_status *status,
                  text *messages, text *reason);
void marked_texts_release(marked_texts *t);

#endif
