/* Counterexample-guided predicate abstraction: the automaton is unwound into a tree whose nodes
 * carry the predicates of their location that hold there (Cartesian abstraction over large blocks).
 * A path to an error that is spurious is refuted by pre-images and cores along it, and the clauses
 * found become predicates of their locations. Only the part of the tree that the new predicates
 * concern is built again. */
#ifndef ENGINE_CEGAR_CEGAR_H
#define ENGINE_CEGAR_CEGAR_H

#include "engine/engine.h"

void cegar_run(program *p, const engine_options *o, const budget *b, board *shared,
               engine_result *result);

#endif
