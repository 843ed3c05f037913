/* Multi-edge generalization (Sect. 5.2): one query for all arcs into a location. */
#ifndef ENGINE_IC3_LITERALS_MULTI_H
#define ENGINE_IC3_LITERALS_MULTI_H

#include "engine/ic3/literals/literals.h"

/* c is inductive along every arc into l, relative to F(level - 1); so is the result, a subset of c
 * from which no literal can be dropped. */
cube generalize_multi(literals *s, loc l, uint32_t level, const cube *c);
void join_forget(literals *s, loc l); /* its solver is made again when it is needed */
void joins_release(literals *s);

#endif
