/* Linear relations between machine integers: octagons and convex polyhedra that are proven, or
 * polyhedra that are guessed.
 *
 * Each variable stands for one integer, its signed or its unsigned value (as the program mostly
 * compares it). A term takes part where it is linear modulo 2^w and the ranges, or the shape
 * itself, prove that the linear form, as an integer, stays within the type: only then the form *is*
 * the value. A quotient by a constant lies between two forms. Anything else is any value of its
 * range, so wrap-around never leaks in.
 * Guessed polyhedra take it that nothing wraps, since that is rarely shown beforehand; their facts
 * are to be proven together (engine/candidates/houdini.h), and often they contain the bounds that make
 * themselves true. */
#ifndef ENGINE_AI_RELATIONS_H
#define ENGINE_AI_RELATIONS_H

#include "engine/ai/shape.h"
#include "reduce/intervals.h"

typedef struct relation_analysis relation_analysis;

/* On top of a finished range analysis, and of another one of relations (which must live as long;
 * NULL: none), whose facts are then needed beside these. NULL: nothing to relate, or out of budget.
 */
relation_analysis *relations_new(liveness *live, range_analysis *ranges, enum shape_kind kind,
                                 const relation_analysis *before, budget limits);
relation_analysis *relations_guess(liveness *live, range_analysis *ranges, budget limits);
void relations_delete(relation_analysis *a);
bool relations_reached(const relation_analysis *a, loc l);
/* As formulas over bit-vectors. Where they are no guesses, they are inductive together with those
 * of the ranges and of `before`. */
void relations_facts(const relation_analysis *a, loc l, term_vec *out);

#endif
