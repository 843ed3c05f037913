/* Generalization contexts (Sect. 5.5): what a cube was generalized to along an arc, relative to
 * which frame.
 *
 * Upper bound (Theorem 8, Corollary 5): a g that is inductive relative to a weaker frame is
 * inductive relative to this one. Sound only while every lemma of that frame is in this one. Lower
 * bound (Theorem 9): where this frame has no lemma that the other had not, the literals of g
 * resisted already. Keeping a literal is always sound, so that one only saves queries. */
#ifndef ENGINE_IC3_LITERALS_CONTEXT_H
#define ENGINE_IC3_LITERALS_CONTEXT_H

#include "engine/ic3/literals/literals.h"

contexts *contexts_new(uint32_t capacity); /* the least recently used entry makes room */
void contexts_delete(contexts *c);
void contexts_add(literals *s, uint32_t arc_id, uint32_t level, const cube *c, const cube *g);
/* The smallest known g within c; NULL: none. Valid until the next contexts_add. */
const cube *contexts_upper(literals *s, uint32_t arc_id, uint32_t level, const cube *c);
/* Literals of c that need not be tried; NULL: none known. */
const cube *contexts_lower(literals *s, uint32_t arc_id, uint32_t level, const cube *c);

#endif
