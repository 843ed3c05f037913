/* Lemmas of F_infinity: what infinity.c and region.c share. */
#ifndef ENGINE_IC3_LITERALS_INFINITY_H
#define ENGINE_IC3_LITERALS_INFINITY_H

#include "engine/ic3/literals/literals.h"

/* What c implies at l and a lemma may be made of: its literals, bits and bounds of words it fixes,
 * implied orders. */
cube lit_vocabulary(literals *s, loc l, const cube *c);
/* The arc's solver holds a model: give up the literals of c that its state before the arc does not
 * satisfy. False where none goes or none is left. */
bool lit_give_up(literals *s, cube *c);

/* region.c: lemmas of F_infinity at several locations at once, one of which excludes c at l. False
 * where none were found; *alone: there was no other location to look at. */
bool lit_exclude_region(literals *s, loc l, const cube *c, bool *alone);

#endif
