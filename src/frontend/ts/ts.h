/* Transition systems in the formats of their field: linear constrained Horn clauses (SMT-LIB,
 * `set-logic HORN`), VMT-LIB and BTOR2. Each becomes a program: a location for every predicate
 * (one, for VMT and BTOR2), an edge for every clause, whose command chooses the quantified
 * variables, assumes the constraint and assigns the arguments.
 *
 * All return NULL on bad input (`error` set) or, with `error` empty, on something valid that is not
 * supported
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

/* A step that is to become an edge: some values of `locals` satisfy `constraint`, then targets[i]
 * := values[i] all at once. Owns its vectors. */
typedef struct {
    loc from, to;
    term_vec locals;
    term constraint;
    term_vec targets, values;
    position at;
} relation;
typedef vec(relation) relation_vec;

void relation_add(relation_vec *r, loc from, loc to, const term_vec *locals, term constraint,
                  const term_vec *targets, const term_vec *given, position at);
void relation_release(relation *r);
void relations_release(relation_vec *r);
/* solve.c: fewer locals and a smaller constraint with the same meaning: facts are used in what
 * stands beside them, locals with a defining equation are replaced by their definition. False: the
 * constraint is unsatisfiable. */
bool relation_solve(terms *t, relation *r);
/* open.c: does a term use an operation where the standard leaves its result open (division by what
 * may be 0, a float out of range)? We fix these results, so a violation may be one of our choice:
 * such systems are refused. `seen` keeps what was looked at. */
bool leaves_open(terms *t, term a, term_walk *seen);
/* Control flow hidden in Boolean variables becomes locations (control.c); then every relation
 * becomes an edge, the loops get their cuts, and the relations are released. */
void relations_build(program *p, relation_vec *r);
/* Declare a program variable for `var`, known to the user as `name`. */
void relation_variable(program *p, term var, const char *name);

/* control.c: replace locations by one copy for each reachable value of their Boolean variables,
 * where these are so few that they are control flow. The relations of the copies replace the old
 * ones. */
void control_split(program *p, relation_vec *r);
/* machine.c: the same for a number that is compared with many constants, and takes few values.
 * Solves the relations first. */
void machine_split(program *p, relation_vec *r);

#endif
