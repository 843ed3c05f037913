/* Open summaries: programs in which it is not yet said what a call may return.
 *
 * The summary of a procedure is a set of points: what a call is given and what it returns, one
 * after the other. It is a variable of the program that nothing assigns, an array from the bits of
 * a point to a truth value. Where a call was, the program assumes that the point of the call is in
 * the set; where the body ends, it fails (by a property of the procedure's own) unless the point of
 * this run is. So a set without failures is a summary that holds of all calls, by induction over
 * their depth, and any pass that is right for all values of variables is right for all summaries.
 *
 * Whoever finds the sets closes them: the formulas take the places of the memberships, and what is
 * left is a program like any other. */
#ifndef PROGRAM_SUMMARY_H
#define PROGRAM_SUMMARY_H

#include "program/program.h"

/* Opens one. `parts` are variables, one for each part of a point. `broken`: index of the
 * property that fails. */
void summary_open(program *p, const char *name, uint32_t n, const term *parts, uint32_t broken);
/* The point, one term for each part, is in the set. */
term summary_member(program *p, uint32_t which, const term *point);
/* Is the term a membership? Of which summary, and of which point (appended). */
bool summary_is_member(const program *p, term a, uint32_t *which, term_vec *point);
bool summary_is_mentioned(const program *p, term a); /* some set occurs in the term */

void summaries_copy(program *to, const program *from); /* of a program with the same names */
void summaries_release(program *p);

/* The term with a formula over `parts` in place of each membership. */
typedef struct {
    const program *p;
    const term *formulas; /* by summary */
    map memo;
} summary_closing;
term summary_close_term(summary_closing *c, term a);
cmd summary_close_command(summary_closing *c, program *p, cmd command);
/* All edges. */
void summaries_close(summary_closing *c, program *p);

#endif
