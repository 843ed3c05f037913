/* The program with arrays replaced by cells. */
#ifndef ENGINE_CELLS_ABSTRACT_H
#define ENGINE_CELLS_ABSTRACT_H

#include "engine/engine.h"

typedef vec(struct ghost) ghost_vec;

typedef struct {
    program *p;        /* the scalar program; locations and edges as in the original */
    ghost_vec guards;  /* which ghost equals which variable at which error location ... */
    edge_vec guarded;  /* ... and on which edge into it */
    term_vec ghosts;   /* variables */
    term_vec followed; /* index terms over ghosts: k, or 4 * k + 1 */
    term_vec fixed;    /* constants that are followed, too */
    vec(struct followed_cell {
        term array;
        term index;
        term var;
    }) cells;
    const char *refused; /* what cannot be abstracted; NULL: nothing */
} abstraction;

/* Up to `per_error` indices for each edge into an error are followed. False where there is nothing
 * to follow (or `refused`). */
bool abstraction_make(abstraction *a, const program *p, uint32_t per_error);
void abstraction_release(abstraction *a);
/* Ghosts and guards only, for variables of indices that are assigned after the start. */
void abstraction_ghosts(abstraction *a, const program *p, uint32_t per_error);
/* The program that a was made of, with the ghosts and their guards. */
program *abstraction_guarded(const abstraction *a, const program *original);
/* A formula over cells as one over arrays: a_k becomes (select a k). */
term abstraction_concrete(const abstraction *a, terms *t, substitution *s, term formula);

#endif
