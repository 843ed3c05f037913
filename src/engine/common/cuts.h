/* Where a program splits its variables: the constants that it compares each one with.
 *
 * The cuts of a variable divide its values, in signed order, into cells: x == 5 has the cuts 5 and
 * 6, x < 5 the cut 5. A comparison with a constant has one answer in all of a cell, as long as the
 * variable has not changed. A variable that is assigned to another one has the cuts of that, too. */
#ifndef ENGINE_COMMON_CUTS_H
#define ENGINE_COMMON_CUTS_H

#include "program/program.h"

typedef vec(int64_t) cut_vec;

typedef struct {
    vec(cut_vec) of;    /* by variable: ascending */
    vec(u64_vec) equal; /* by variable: constants that it is compared with by = */
} cuts;

void cuts_find(cuts *c, const program *p);
void cuts_release(cuts *c);
/* The number of the cell in which the value lies: 0 is below all cuts. */
uint32_t cuts_cell(const cut_vec *of, int64_t number);

#endif
