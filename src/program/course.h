/* The course of a program: the one path that all its runs take, as far as no input decides.
 *
 * Inputs and initial values are open (term/partial.h). An open value may be computed with, stored
 * and copied; where a branch or an assumption depends on one, the course ends there. So a course
 * that ends by itself is every run of the program: where it does not end at an error, no run does.
 */
#ifndef PROGRAM_COURSE_H
#define PROGRAM_COURSE_H

#include "base/budget.h"
#include "program/program.h"

enum course_end {
    COURSE_ENDS,  /* every run ends here, at no error location */
    COURSE_ERROR, /* every run reaches this error location */
    COURSE_LIMIT, /* every run reaches this limit location */
    COURSE_OPEN,  /* from here an input decides, or the program has a choice of its own */
    COURSE_LONG   /* out of budget */
};
typedef struct {
    enum course_end end;
    loc at;
    uint64_t steps; /* edges */
} course;

course program_course(program *p, const budget *b);

#endif
