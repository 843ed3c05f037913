/* Tree-IC3 (Cimatti and Griggio 2012): the automaton is unwound into a tree, explicitly in its
 * locations; what holds at a node is a set of clauses, learnt by blocking along the path from the
 * root to an error as IC3 does, one edge at a time. A leaf is covered when what holds there is
 * inside what holds at an earlier node of the same location. When every leaf is covered, the
 * clauses of the nodes are an inductive invariant. */
#ifndef ENGINE_TREEIC3_TREEIC3_H
#define ENGINE_TREEIC3_TREEIC3_H

#include "engine/engine.h"

void treeic3_run(program *p, const engine_options *o, const budget *b, board *shared,
                 engine_result *result);

#endif
