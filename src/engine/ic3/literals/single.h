/* Edge-wise generalization (Sect. 5.2, third approach). */
#ifndef ENGINE_IC3_LITERALS_SINGLE_H
#define ENGINE_IC3_LITERALS_SINGLE_H

#include "engine/ic3/literals/literals.h"

/* c is inductive along every arc into l, relative to F(level - 1); so is the result, a subset of c.
 */
cube generalize_single(literals *s, loc l, uint32_t level, const cube *c);

/* interpolate.c: the interpolants along all arcs, a cube that c implies and that is inductive as c
 * is. */
cube lit_interpolated(literals *s, loc l, uint32_t level, const cube *c);

#endif
