/* Explicit-state search, breadth first: the reference for tiny programs. Every variable must be
 * Bool or a bit-vector of at most 64 bits; values that come from outside are enumerated, so they
 * must be narrow. */
#ifndef TESTS_EXPLICIT_H
#define TESTS_EXPLICIT_H

#include "engine/engine.h"

void explicit_run(program *p, const engine_options *o, const budget *b, board *posts,
                  engine_result *result);

#endif
