/* Values for inputs: small, at the boundary, from the program's own constants, or any. */
#ifndef ENGINE_COMMON_DRAW_H
#define ENGINE_COMMON_DRAW_H

#include "base/random.h"
#include "program/program.h"
#include "term/value.h"

/* How bold the values of a run are. */
enum draw_style {
    DRAW_ZERO,
    DRAW_SMALL,
    DRAW_CONSTANTS,
    DRAW_BOUNDARY,
    DRAW_ANY,
    DRAW_MIXED,
    DRAW_STYLES
};

typedef struct {
    program *program;
    rng random;
    term_vec constants; /* of the program's terms, numbers of every sort */
} drawer;

void drawer_init(drawer *d, program *p, uint64_t seed);
void drawer_release(drawer *d);
value draw(drawer *d, values *pool, sort s, enum draw_style style);

#endif
