/* Inside the pipeline. */
#ifndef VERIFY_VERIFY_INTERNAL_H
#define VERIFY_VERIFY_INTERNAL_H

#include "verify/verify.h"

/* Guesses at summaries become summaries, where the model says so; false: it is of no use. */
bool verify_use_candidates(verification *v);
/* True: they prove the program, and v->result has passed its check. Otherwise they may have become
 * facts for the engine. */
bool verify_by_candidates(const verify_options *o, verification *v);
/* A proof says what calls return: so do the programs from now on. */
void verify_close_summaries(verification *v, engine_result *r);
/* A violation through summaries, with the steps of the calls that it makes (inline_violation.c). */
void verify_retell(const verify_options *o, verification *found);
/* The location of the reduced program that is this error of the unreduced; NO_LOC: reductions found
 * that it cannot be reached. */
loc reduced_error(const program *reduced, loc at);
void verify_unknown(verification *v, const char *why);
void verify_stop(verification *v, stop_reason why);
/* The name: that of the limit, or what the author of a system calls it. */
void verify_limited(verification *v, enum property_id limit, const char *name);

#endif
