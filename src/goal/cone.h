/* The cone of a goal: the program without what the goal does not depend on.
 *
 * A step consists of many blocks that have nothing to do with each other. Slicing that keeps every
 * assumption keeps them all, since each block's branches read its own state; so a question about
 * one goal, and the certificate of its proof, would grow with the program.
 *
 * Dependence is that of a program dependence graph: a goal depends on the branches that decide
 * whether it is reached (control dependence, by post-dominators), on the variables of their
 * conditions, and on what assigns those. Whatever else there is, assignments and assumptions, is
 * left out, so the cone has all runs of the program and more: a proof on it is one of the program,
 * whether dependence was found rightly or not. A run of it must be replayed on the whole. */
#ifndef GOAL_CONE_H
#define GOAL_CONE_H

#include "base/bits.h"
#include "program/program.h"

typedef struct {
    const program *base;    /* without goals; borrowed */
    vec(u32_vec) deciders;  /* by location: branches that decide whether it is reached */
    vec(u32_vec) assigning; /* by variable: the edges that change it */
    vec(u32_vec) read;      /* by edge: variables of its assumptions */
} cone;

/* `endless`: the program calls its step function for good. */
void cone_init(cone *c, const program *base, bool endless);
void cone_release(cone *c);
/* `p` is the program with some goals: location and edge numbers are those of `base`. Leaves out
 * what its goals and limits do not depend on. With `most`, unless it is 0, only so many variables,
 * the nearest, are computed as in the program; those that they depend on beyond have any value
 * wherever they are assigned. Most goals that are dead are so for a reason near by: a counter that
 * is bounded where it counts, whatever starts and stops it. True: that left out nothing. */
bool cone_cut(const cone *c, program *p, uint32_t most);

#endif
