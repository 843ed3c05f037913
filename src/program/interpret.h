/* The concrete interpreter: runs a program on given inputs. The reference for reductions, and the
 * replay of counterexamples. */
#ifndef PROGRAM_INTERPRET_H
#define PROGRAM_INTERPRET_H

#include "program/program.h"
#include "base/budget.h"
#include "term/value.h"

/* Values for inputs, by input number, in the order of execution. */
typedef struct {
    vec(struct input_value {
        uint32_t input;
        value value;
    }) items;
} input_log;

enum run_end {
    RUN_ERROR, /* reached an error location */
    RUN_LIMIT, /* reached a limit location */
    RUN_STUCK, /* no edge enabled: the run ended (exit, abort, assume) */
    RUN_STEPS  /* step limit */
};

typedef struct {
    /* Value for the next execution of the havoc of `input`; return a value with sort none to get
     * the default (0). */
    value (*next_input)(void *context, uint32_t input, sort s);
    /* Called before next_input, with the state in which the input is asked for; may be NULL. */
    void (*before_input)(void *context, uint32_t input, const model *state);
    /* Called after every edge taken; may be NULL. The state's pool lives only during the call. */
    void (*on_edge)(void *context, edge_id e, const model *state);
    void *context;
    values *input_pool; /* where the values of next_input live; NULL: all are of at most 64 bits */
    uint64_t max_steps; /* edges; 0: 10^8 */
    /* Not NULL: where n > 1 edges of a location, or alternatives of a choice, do not block at once,
     * the next number says which of them is taken (0 past the end), and n is appended to `options`,
     * where that is not NULL. A wrong number may lead into a dead end, and there the run is stuck.
     */
    const u32_vec *decisions;
    u32_vec *options;
    bool (*may_enter)(void *context,
                      loc to); /* NULL: always; otherwise the run is stuck where it is false */
    const budget *limits;      /* may be NULL */
} run_options;

typedef struct {
    enum run_end end;
    loc at;
    uint64_t steps;
} run_result;

/* Initial values of variables come from `initial` (may be NULL), otherwise default. Where several
 * edges or alternatives are enabled the first in order that leads on is taken (searching back
 * inside one edge's command), and `ambiguous` (may be NULL) is set. */
run_result program_run(program *p, const model *initial, const run_options *options,
                       bool *ambiguous);

/* The same value in another pool. */
value value_move(const terms *t, values *from, value a, values *to);

/* next_input over a log: each input has its own queue. */
typedef struct input_queue input_queue;
input_queue *input_queue_new(const input_log *log);
void input_queue_delete(input_queue *q);
value input_queue_next(void *queue, uint32_t input, sort s);

#endif
