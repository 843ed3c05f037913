/* Runs of the compiler: no command runs twice. All models of a program, and all questions about it,
 * are translated from the same outputs, which the run of cinch keeps; so they also agree where a
 * file changes meanwhile. */
#ifndef FRONTEND_COMPILER_RUNS_H
#define FRONTEND_COMPILER_RUNS_H

#include "base/launch.h"
#include "base/text.h"
#include "base/vec.h"

typedef struct compiler_runs compiler_runs;
compiler_runs *compiler_runs_new(void);
void compiler_runs_delete(compiler_runs *all); /* NULL: nothing */
/* Processes that were started, and questions that they answered. */
void compiler_runs_count(const compiler_runs *all, uint32_t *started, uint32_t *asked);

typedef struct {
    text output, errors;
    text rule; /* the files that the compiler read, as a make rule without its target */
} compiler_output;
void compiler_output_release(compiler_output *o);

/* Run a command (not ended by NULL) on `input` (NULL: none), or copy what it said before; with
 * `rule` it also tells which files it reads. A run that did not come to its end is not kept; with
 * `all` NULL none is. */
child_result compiler_run(compiler_runs *all, const string_vec *command, const text *input,
                          bool rule, child_limits limits, compiler_output *out);

#endif
