/* Lemmas for ever: what infinity.c and region.c share. */
#ifndef ENGINE_IC3CFA_INFINITY_H
#define ENGINE_IC3CFA_INFINITY_H

#include "engine/ic3cfa/internal.h"

/* What c implies at l and a lemma may be made of: its literals, bits and bounds of words it fixes, implied orders. */
cube ic3_vocabulary(ic3 *s, loc l, const cube *c);
/* The arc's solver holds a model: give up the literals of c that its state before the arc does not satisfy. False where
 * none goes or none is left. */
bool ic3_give_up(ic3 *s, uint32_t arc_, cube *c);

/* region.c: lemmas for ever at several locations at once, one of which excludes c at l. False where none were found;
 * *alone: there was no other location to look at. */
bool ic3_block_region(ic3 *s, loc l, const cube *c, bool *alone);

#endif
