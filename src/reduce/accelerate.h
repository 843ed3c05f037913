/* Acceleration of counting loops: edges that stand for many rounds at once.
 *
 * A round is one path through a command that leads from a location back to it. Where a round
 * changes its variables by adding what it does not change itself (x := x + d), or sets them to
 * something made of those, what n rounds do is a formula in n. A leap is an edge that makes n = 1 +
 * N rounds for a havocked N. Each guard of the round holds at the first and at the last of them,
 * and what it compares moves in a straight line between, without wrapping around: then it holds all
 * along, for a line that is below another at both ends is below it everywhere. Variables that no
 * guard looks at may wrap.
 *
 * Direction: a leap is a sequence of rounds that the program has, so no location is reached that
 * was not reached before; what the conditions above are too strict for is left to the rounds
 * themselves. Where the leaps of an edge include its rounds (N = 0) the edge itself is taken out.
 * So both programs reach the same states, and an invariant of one is one of the other. Inputs
 * inside a round have the same value in all rounds of a leap. */
#ifndef REDUCE_ACCELERATE_H
#define REDUCE_ACCELERATE_H

#include "program/program.h"

typedef struct {
    edge_id edge;    /* in the accelerated program */
    edge_id round;   /* the edge that it repeats, in both programs */
    term count;      /* the variable that holds N; only the accelerated program has it */
    uint32_t inputs; /* of a round: they follow the count in the log */
} leap;

typedef struct {
    vec(leap) leaps;
    uint32_t count_input; /* whose value is N: rounds less one */
} acceleration;

/* A copy of the program with leaps; locations and edges keep their numbers. NULL where there is
 * nothing to leap. */
program *accelerate(const program *p, acceleration *out);
void acceleration_release(acceleration *a);

#endif
