/* A state of the range analysis at one point of a command: a range for each variable, with undo;
 * terms evaluated in it, and conditions assumed in it (forwards and backwards through the term, as
 * contractors do). */
#ifndef REDUCE_RANGE_ENV_H
#define REDUCE_RANGE_ENV_H

#include "term/range.h"
#include "program/liveness.h"

typedef struct {
    uint32_t var;
    range range;
} var_range;
typedef vec(var_range)
    var_ranges; /* sorted by variable where it is a state; what is absent is any value */

typedef struct {
    liveness *live;   /* the program, and what its commands assign */
    vec(range) of;    /* by variable */
    var_ranges trail; /* old values */
    bool dead;        /* no state at all */
    u32_vec at;       /* term id -> 1 + index into results; of the term evaluated last */
    u32_vec touched;
    vec(range) results, args;
    term_vec stack;
    /* What conditions say about terms that are no variables, until a variable is assigned: a few, the last ones. */
    vec(struct assumed_term {
        term of;
        range range;
    }) assumed;
    bool simplifies; /* some subterm has a single value, or is a product, whose factors may be small
                      */
} range_env;

void env_init(range_env *e, liveness *live);
void env_release(range_env *e);
void env_reset(range_env *e); /* every variable any value */
void env_set(range_env *e, uint32_t var, const range *a);
void env_undo(range_env *e, uint32_t mark);
range env_eval(range_env *e, term a);
/* After env_eval(a): a with subterms of a single value replaced by it. */
term env_simplify(range_env *e, term a);
/* Restrict to the states where the condition holds. */
void env_assume(range_env *e, term condition);

/* The ends of several ways from one state, to be joined. */
typedef vec(var_ranges) range_ends;
void env_collect(const range_env *e, uint32_t mark,
                 range_ends *ends);            /* what changed since the mark */
void env_join(range_env *e, range_ends *ends); /* sets the joined values; releases ends */

/* Run a command; where `out` is not NULL, append the command simplified. */
void env_command(range_env *e, cmd c, cmd_vec *out);

#endif
