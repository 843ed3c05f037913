/* Runs of the interpreter that are watched edge by edge: guesses are made from the states seen. */
#ifndef ENGINE_COMMON_WATCH_H
#define ENGINE_COMMON_WATCH_H

#include "engine/common/draw.h"
#include "program/interpret.h"

typedef struct {
    program *program;
    uint64_t steps; /* edges of one run, at most */
    drawer *drawer; /* of values in the style of the run, one after the other */
    uint32_t runs;  /* so far */
    /* Instead of the drawer: the value that a variable has at the start, and that of an input; sort
     * none: the default. */
    value (*initial)(void *context, sort s);
    value (*next_input)(void *context, uint32_t input, sort s);
    void (*on_edge)(void *context, edge_id e, const model *state);
    void *context;
    values *pool; /* for these values, during a run */
} watched_runs;

enum run_end watched_run(watched_runs *w, const budget *b);

#endif
