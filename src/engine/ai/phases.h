/* Phases of loops: a copy of the program in which a loop head whose body branches on a condition is
 * two locations, one where the condition holds and one where it does not. What is known of them
 * apart is a disjunction at the head, which no convex shape can say: x grows until 50, then y does.
 *
 * The copy has the same runs, so an invariant of it, joined, is one of the program. */
#ifndef ENGINE_AI_PHASES_H
#define ENGINE_AI_PHASES_H

#include "program/program.h"

typedef struct {
    program *p; /* the copy; NULL: there is nothing to split */
    vec(struct loop_phase {
        loc head;
        loc other;
        term condition;
    }) heads; /* it holds at the head, and not at the other */
} phases;

void phases_split(const program *p, phases *out);
void phases_release(phases *x);
/* The invariant of the copy, by its locations, as one of the program (none: true). */
void phases_join(const phases *x, terms *t, uint32_t locations, const term *invariant,
                 term_vec *out);

#endif
