/* The constraints of a polyhedron of the Parma Polyhedra Library, one by one, without those that
 * follow from others. */
#ifndef ENGINE_COMMON_CONSTRAINTS_H
#define ENGINE_COMMON_CONSTRAINTS_H

#include <ppl_c.h>
#include <stdbool.h>

typedef struct {
    ppl_Constraint_System_const_iterator_t at, end;
    bool inside; /* at a constraint that was given to the caller */
} constraint_reader;

/* False: the library gave up, and there is nothing to end. The polyhedron must stay as it is until
 * the end. */
bool constraints_begin(constraint_reader *r, ppl_const_Polyhedron_t of);
bool constraints_next(constraint_reader *r,
                      ppl_const_Constraint_t *c); /* c: until the next; false: none is left */
void constraints_end(constraint_reader *r);

#endif
