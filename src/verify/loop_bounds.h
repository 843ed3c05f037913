/* Every loop and every recursive function by name: does it end, after how many rounds at most?
 *
 * A bound is a measure of one place, which decreases by one at least in each round and never below
 * a number (engine/termination/loops.h): its value where the loop is entered bounds the rounds.
 * Where that never exceeds a number, this is the bound. Each is a question of safety that an engine
 * answers and whose certificate is checked. Runs of the interpreter are compared with each bound.
 * Depth of recursion: rounds of the loop that entering the body of a function is. */
#ifndef VERIFY_LOOP_BOUNDS_H
#define VERIFY_LOOP_BOUNDS_H

#include "verify/verify.h"

enum loop_state { LOOP_OPEN, LOOP_ENDS, LOOP_BOUNDED, LOOP_ENDLESS, LOOP_STATES };

typedef struct {
    const char *file, *function;
    uint32_t line, column, nesting; /* 1: in no other loop */
    bool recursion;                 /* the function calls itself: rounds are depth */
    enum loop_state state;
    uint32_t least; /* 1: do-while, whose body runs once at least; otherwise 0 */
    char *bound;    /* LOOP_BOUNDED: over variables where the loop is entered; `least` where that is
                       less. NULL: only `most` is known */
    bool constant;  /* `most` is a bound, too */
    uint64_t most;  /* rounds */
    uint64_t entries, total; /* of a run, or of one call of the step function: how often it is
                                entered, and all its rounds; 0: not known */
    uint64_t seen;           /* rounds in a run */
} loop_bound;

typedef struct {
    vec(loop_bound) items;
} loop_bounds;

/* `v` is the model that was asked about, or says why there is none; it lives as long as `out`. */
void loop_bounds_find(const verify_options *o, verification *v, loop_bounds *out);
void loop_bounds_release(loop_bounds *b);
uint32_t loop_bounds_count(const loop_bounds *b, enum loop_state s);

#endif
