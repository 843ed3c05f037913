/* All engines by name. Who asks for one by name asks here, the portfolio above all. */
#ifndef ENGINE_PORTFOLIO_ENGINES_H
#define ENGINE_PORTFOLIO_ENGINES_H

#include "engine/engine.h"

/* By number, from 1, and ended by a NULL name. */
extern const engine engines[];
const engine *engine_of(enum engine_id id);
const engine *engine_find(const char *name); /* NULL: there is none of this name */

/* What an engine of an earlier version is called now; NULL: there was none of this name. */
const char *engine_successor(const char *name);

/* Teams for questions of one kind. */
enum team_id {
#define TEAM(id, ...) TEAM_##id,
#include "engine/engines.def"
    TEAM_COUNT
};
extern const engine_team engine_teams[TEAM_COUNT];

#endif
