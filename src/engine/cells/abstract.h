/* The program with arrays replaced by cells. */
#ifndef ENGINE_CELLS_ABSTRACT_H
#define ENGINE_CELLS_ABSTRACT_H

#include "engine/engine.h"

typedef vec(struct ghost) ghost_vec;

typedef struct {
    program *p;              /* the scalar program; locations and edges as in the original */
    ghost_vec guards;        /* which ghost equals which index at which error location */
    term_vec ghosts;         /* the index terms that are followed: a variable, or a widened one */
    vec(struct cell { term array; term ghost; term var; }) cells;
    const char *refused;     /* what cannot be abstracted; NULL: nothing */
} abstraction;

/* Up to `per_error` ghosts for each error location. False where there is nothing to follow (or `refused`). */
bool abstraction_make(abstraction *a, const program *p, uint32_t per_error);
void abstraction_release(abstraction *a);
/* A formula over cells as one over arrays: a_k becomes (select a k). */
term abstraction_concrete(const abstraction *a, terms *t, substitution *s, term formula);

#endif
