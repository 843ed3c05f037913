/* Transition systems in the formats of their field: linear constrained Horn clauses (SMT-LIB, `set-logic HORN`),
 * VMT-LIB and BTOR2. Each becomes a program: a location for every predicate (one, for VMT and BTOR2), an edge for every
 * clause, whose command chooses the quantified variables, assumes the constraint and assigns the arguments.
 *
 * All return NULL on bad input (`error` set) or, with `error` empty, on something valid that is not supported
 * (`unsupported` says what). */
#ifndef FRONTEND_TS_TS_H
#define FRONTEND_TS_TS_H

#include "base/fail.h"
#include "program/program.h"

program *horn_load(terms *t, const char *script, size_t size, const char *file, input_error *error,
                   text *unsupported);
program *vmt_load(terms *t, const char *script, size_t size, const char *file, input_error *error,
                  text *unsupported);
program *btor2_load(terms *t, const char *script, size_t size, const char *file, input_error *error,
                    text *unsupported);

/* An edge that chooses `locals`, assumes `constraint`, then sets targets[i] := values[i] all at once. */
void relation_edge(program *p, loc from, loc to, const term_vec *locals, term constraint,
                   const term_vec *targets, const term_vec *values_, position at);
/* Declare a program variable for `var`, known to the user as `name`. */
void relation_variable(program *p, term var, const char *name);

#endif
