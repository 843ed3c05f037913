/* Linear relations between machine integers: octagons that are proven, or convex polyhedra that are guessed.
 *
 * Each variable stands for one integer, its signed or its unsigned value (as the program mostly compares it). A term
 * takes part where it is linear modulo 2^w. For octagons, the ranges must also prove that the linear form, as an integer, stays
 * within the type: only then the form *is* the value, and anything else is any value of its range, so wrap-around never leaks in.
 * Polyhedra take it that nothing wraps, since ranges alone rarely show it; their facts are guesses, to be proven together
 * (engine/kinduction/houdini.h), and often they contain the bounds that make themselves true. */
#ifndef ENGINE_AI_RELATIONS_H
#define ENGINE_AI_RELATIONS_H

#include "engine/ai/shape.h"
#include "reduce/intervals.h"

typedef struct relation_analysis relation_analysis;

/* On top of a finished range analysis. NULL: nothing to relate, or out of budget. */
relation_analysis *relations_new(reducer *r, range_analysis *ranges, enum shape_kind kind, budget limits);
void relations_delete(relation_analysis *a);
bool relations_reached(const relation_analysis *a, loc l);
/* As formulas over bit-vectors. Those of octagons are inductive together with those of the ranges. */
void relations_facts(const relation_analysis *a, loc l, term_vec *out);

#endif
