/* Marks of a program that was changed: where in the program each one stands, in words that an edit
 * elsewhere leaves as they are.
 *
 * A mark has the place of the first goal that it decides about: function, kind, outcome, the
 * beginning of the source, and which of those that are the same so far. What is kept about a mark
 * (store.h) is taken to be about the one in the same place; a guess like all that is kept. */
#ifndef GOAL_PLACE_H
#define GOAL_PLACE_H

#include "goal/goal.h"

/* By mark; NULL: no goal has it. */
void mark_places(const goals *g, string_vec *out);
void mark_places_release(string_vec *places);
/* NO_MARK: none is there. */
uint32_t mark_at_place(const string_vec *places, const char *place);

#endif
