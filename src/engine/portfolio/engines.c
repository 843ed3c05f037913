#include "engine/portfolio/engines.h"

#include <string.h>

const engine engines[] = {
#define ENGINE(id, name, purpose) {ENGINE_##id, #name, purpose, name##_run},
#define STRATEGY(id, engine, name, purpose)                                                        \
    {ENGINE_##id, #engine "/" #name, purpose, engine##_##name##_run},
#include "engine/engines.def"
    {ENGINE_NONE, NULL, NULL, NULL},
};

const engine_team engine_teams[TEAM_COUNT] = {
#define TEAM(id, ...) [TEAM_##id] = {sizeof(uint8_t[]){__VA_ARGS__}, {__VA_ARGS__}},
#include "engine/engines.def"
};

const engine *engine_find(const char *name) {
    for (const engine *e = engines; e->name; e++)
        if (!strcmp(e->name, name)) return e;
    return NULL;
}

const char *engine_successor(const char *name) {
    static const struct {
        const char *name, *successor;
    } renamed[] = {
#define RENAMED(name, successor) {#name, successor},
#include "engine/engines.def"
    };
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (!strcmp(renamed[i].name, name)) return renamed[i].successor;
    return NULL;
}

const engine *engine_of(enum engine_id id) {
    assert(id > ENGINE_NONE && id < ENGINE_COUNT);
    return &engines[id - 1];
}
