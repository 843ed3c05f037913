/* Sequences of inputs for a step function, found by running it: the program, marked with goals, is
 * compiled and driven by a server (runtime/steps.c), millions of steps a second, guided by what its
 * runs pass.
 *
 * What comes back is no evidence yet: the caller replays the inputs on the program as it was
 * read. */
#ifndef NATIVE_STEPS_H
#define NATIVE_STEPS_H

#include "base/bits.h"
#include "base/budget.h"
#include "frontend/frontend.h"
#include "program/program.h"

/* A run: rows of values, one for each column, each for a number of steps. */
typedef struct {
    u32_vec marks; /* that it was made for */
    u32_vec counts;
    u64_vec values; /* row by row */
} steps_run;
typedef vec(steps_run) steps_runs;
void steps_runs_release(steps_runs *r);

typedef struct native_steps native_steps;

/* The program compiled. NULL, with `why`, where it cannot be run so: no step function, functions
 * without a body. `p`: as it was read, without goals; `o` names the marked sources. */
native_steps *native_steps_new(program *p, const load_options *o, const budget *b, char why[120]);
void native_steps_delete(native_steps *x);
/* Look for runs that pass these marks (of `marks` in all), for so many CPU seconds; what is found
 * is appended. False: it could not be run. */
bool native_steps_search(native_steps *x, const bits *wanted, uint32_t marks, uint64_t seed,
                         double seconds, steps_runs *out);
/* The column that gives the values of an input; UINT32_MAX: none does, it is 0. */
uint32_t native_steps_column(const native_steps *x, uint32_t input);
uint32_t native_steps_columns(const native_steps *x);
/* A step begins where this input is read; NO_INPUT: it cannot be told. */
uint32_t native_steps_first(const native_steps *x);

#endif
