/* A generalization under way, shared by what drops literals and what weakens them. */
#ifndef ENGINE_IC3_LITERALS_GENERALIZE_H
#define ENGINE_IC3_LITERALS_GENERALIZE_H

#include "engine/ic3/literals/literals.h"

typedef struct {
    literals *s;
    loc at;
    uint32_t level;
    uint32_t arc; /* 1 + the only arc that counts; 0: all arcs into `at` */
    cube g;       /* inductive along the arcs that count, relative to F(level - 1) */
    term_vec core;
} generalization;

/* Is `c` inductive along the arcs that count? Then it, shrunk to the union of the cores, becomes g.
 */
bool generalization_accept(generalization *x, const cube *c);

/* weaken.c: make a literal of g that cannot be dropped hold in more states: an inequation with a
 * wider bound; or, for an equation with a constant, some of its bits. g stays as it is where that
 * does not work out. */
void lit_weaken_comparison(generalization *x, term lit);
void lit_weaken_to_bits(generalization *x, term lit);

#endif
