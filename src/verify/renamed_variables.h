/* Variables that have another name than in an earlier version of the program.
 *
 * A kept proof (kept_proof.h) lists the variables that the program had. One that is gone is taken for the
 * first new one of the same function and sort, in the order of the program: a guess like all that
 * is kept. */
#ifndef VERIFY_RENAMED_VARIABLES_H
#define VERIFY_RENAMED_VARIABLES_H

#include "program/program.h"
#include "term/smtlib.h"

/* A line (variable NAME SORT) for each. */
void rename_write(const program *p, text *out);
/* Names of the file that the program does not have any more, bound in the scope. */
void rename_bind(const sexps *file, smt_scope *scope, const program *p);

#endif
