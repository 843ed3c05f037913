/* Who runs the tasks of a batch: this machine, some at once, or Slurm, as a job array. Each task is
 * `cinch verify` in a process of its own. */
#ifndef CLI_EXECUTOR_H
#define CLI_EXECUTOR_H

#include "base/text.h"
#include "frontend/frontend.h"

typedef struct {
    const char *directory; /* for task i: i.json, its result, and i.log, what it printed. Slurm's
                              machines must see it, too */
    const string_vec *tasks;
    const string_vec *words; /* options for every task */
    uint32_t at_once;
    uint32_t processors; /* of a task; 0, 0, 0: the user set no limit */
    uint64_t megabytes;
    double seconds;
    void (*done)(void *context, uint32_t task,
                 int status); /* exit status of cinch verify; -1: it has none */
    void *context;
} execution;

typedef bool executor(const execution *x,
                      text *error); /* false: nothing could be run; `error` says why */
executor execute_local, execute_slurm;

#endif
