/* Abstract interpretation as an engine: ranges and known bits, linear equations modulo 2^w, and
 * where machine integers do not wrap octagons, then polyhedra.
 *
 * The analyses give a formula for each location, inductive along every edge. If no run of the
 * analyses reaches an error, or a solver finds that no state of these formulas has an edge to an
 * error, that is a proof; otherwise the verdict is UNKNOWN, and the formulas are on the board as
 * proven lemmas for the other engines. It never says FALSE. */
#ifndef ENGINE_AI_AI_H
#define ENGINE_AI_AI_H

#include "engine/candidates/conjuncts.h"

/* Add ranges, equations and octagons, whatever they prove: inductive together. */
void ai_learn(conjuncts *c, program *p, const engine_options *o, const budget *b);

#endif
