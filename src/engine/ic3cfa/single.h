/* Edge-wise generalization (Sect. 5.2, third approach). */
#ifndef ENGINE_IC3CFA_SINGLE_H
#define ENGINE_IC3CFA_SINGLE_H

#include "engine/ic3cfa/internal.h"

/* c is kept off along every arc into l from level - 1; so is the result, a subset of c. */
cube generalize_single(ic3 *s, loc l, uint32_t level, const cube *c);

/* interpolate.c: the interpolants along all arcs, a cube that c implies and that is kept off as c is. */
cube ic3_interpolated(ic3 *s, loc l, uint32_t level, const cube *c);

#endif
