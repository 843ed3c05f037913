/* Strings as numbers: equal strings get the same id. Id 0 is the empty string. */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"

typedef struct {
    arena memory;
    vec(const char *) text;
    map index;
} intern;

void intern_init(intern *n);
void intern_release(intern *n);
uint32_t intern_id(intern *n, const char *text);
uint32_t intern_find(const intern *n, const char *text); /* 0 if unknown (or empty) */
const char *intern_text(const intern *n, uint32_t id);

#endif
