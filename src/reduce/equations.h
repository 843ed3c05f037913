/* Equations x = t across locations, t over what is needed there: the data flow that constant
 * propagation and reaching definitions share.
 *
 * The state at a location is a set of equations that hold there in every run, at most one a
 * variable. It is the greatest solution, found from the optimistic side; edges that the walk finds
 * blocked are never followed. Only needed variables are in a state: the states then speak of each
 * other only, and as facts they are inductive. */
#ifndef REDUCE_EQUATIONS_H
#define REDUCE_EQUATIONS_H

#include "reduce/walk.h"

typedef struct {
    uint32_t var;
    term value;
} equation;
typedef struct {
    bool reached;
    vec(equation) of;
} knowledge; /* sorted by variable */

typedef struct equation_flow {
    reducer *r;
    command_walker w;
    vec(knowledge) at; /* by location */
    bits waiting;
    /* Before the command of an edge is walked: what the walker shall know or carry. */
    void (*begin)(struct equation_flow *f, const edge *e);
    /* After it: what `var`, needed at the end, equals there; none: nothing is known. */
    term (*value)(struct equation_flow *f, const edge *e, uint32_t var);
    bits changed; /* for these two: variables that the edge changes */
} equation_flow;

/* `begin` and `value` are set by the caller. The liveness of the program is computed. */
void equations_init(equation_flow *f, reducer *r);
void equations_release(equation_flow *f);
bool equations_solve(equation_flow *f); /* false: out of budget, nothing is known */
term equation_of(const equation_flow *f, loc l, uint32_t var); /* none: there is none */
/* The edge walked once more, after `begin`; `live` is what is stored at its end. */
void equations_rewrite(equation_flow *f, edge_id e, const bits *live);
/* Facts at a cut point: that it is not reached, or the equations of the variables in `of` (NULL:
 * all). */
void equations_record(equation_flow *f, loc l, const bits *of);

#endif
