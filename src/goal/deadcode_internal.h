/* Inside deadcode: sampling, searching, proving. */
#ifndef GOAL_DEADCODE_INTERNAL_H
#define GOAL_DEADCODE_INTERNAL_H

#include "goal/deadcode.h"

/* Marks that are neither covered nor unreachable. */
void deadcode_remaining(const deadcode *d, bits *out);
/* Of the program with these goals: runs end where they pass one of them, or what was proved before.
 */
void deadcode_stop(const deadcode *d, program *p, const bits *marks);
bool deadcode_is_open(const deadcode *d); /* there are such marks */

/* The run with these inputs (and initial values, may be NULL) passes `mark`: replay it, judge it,
 * and keep it as a test where it covers something new. False where it does not hold. */
bool deadcode_confirm(deadcode *d, const deadcode_options *o, uint32_t mark,
                      const input_log *inputs, values *pool, test_origin by);
/* False: the time was up before it was known what the run passes. */
bool deadcode_keep(deadcode *d, uint32_t mark, const evidence *e, test_origin by);
/* A run that was replayed and covers what it passes; taken over. */
void deadcode_add_test(deadcode *d, goal_test t);
/* The last test ends at the goal that it was found for. Where it passes more before it needs
 * another input, a test that ends there is kept, too. */
void deadcode_prolong(deadcode *d, const deadcode_options *o);

/* The time, or the effort, for all goals is used up. */
bool deadcode_over(const deadcode *d, const deadcode_options *o);
/* What is left of both, for work in this process. */
budget deadcode_limits(const deadcode *d, const deadcode_options *o);
/* The marks that no edge has are unreachable. Only where the limits of the model are known to be
 * out of reach, or named in the obstacle. */
void deadcode_conclude_absent(deadcode *d);

/* A phase of the work begins, and the curve has a moment there. */
void deadcode_begin(deadcode *d, const char *phase);
/* For the curve and for the line of progress: so many marks are open, while this runs. */
void deadcode_tell(deadcode *d, const deadcode_options *o, bool runs);

/* Run the compiled step function for so many CPU seconds. */
void deadcode_explore(deadcode *d, const deadcode_options *o, double seconds);
void deadcode_sample(deadcode *d, const deadcode_options *o);
void deadcode_search(deadcode *d,
                     const deadcode_options *o); /* runs of few rounds, to any goal that is left */
void deadcode_prove(deadcode *d, const deadcode_options *o);
void deadcode_choose_tests(
    deadcode *d, const deadcode_options *o); /* a small suite; executed, where asked for */
void deadcode_exclude(deadcode *d, const string_vec *paths);
bool deadcode_justify(deadcode *d, const char *file, text *messages);
void deadcode_justify_comments(deadcode *d);

#endif
