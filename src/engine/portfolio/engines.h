/* All engines by name. Who asks for one by name asks here, the portfolio above all. */
#ifndef ENGINE_PORTFOLIO_ENGINES_H
#define ENGINE_PORTFOLIO_ENGINES_H

#include "engine/engine.h"

/* One line each in engines.c; ended by a NULL name. */
extern const engine engines[];
const engine *engine_find(const char *name); /* NULL: there is none of this name */

#endif
