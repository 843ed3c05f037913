/* Octagons over machine integers: bounds on +-x +-y, by the Parma Polyhedra Library.
 *
 * Each variable stands for one integer, its signed or its unsigned value (as the program mostly compares it). A term
 * takes part where it is linear modulo 2^w and the ranges prove that the linear form, as an integer, stays within the
 * type: only then the form *is* the value. Anything else is any value of its range. So wrap-around never leaks in. */
#ifndef ENGINE_AI_OCTAGONS_H
#define ENGINE_AI_OCTAGONS_H

#include "reduce/intervals.h"

typedef struct octagon_analysis octagon_analysis;

/* On top of a finished range analysis. NULL: nothing to relate, or out of budget. */
octagon_analysis *octagons_new(reducer *r, range_analysis *ranges, budget limits);
void octagons_delete(octagon_analysis *a);
bool octagons_reached(const octagon_analysis *a, loc l);
/* The octagon as formulas over bit-vectors; together with those of the ranges they are inductive. */
void octagons_facts(const octagon_analysis *a, loc l, term_vec *out);

#endif
