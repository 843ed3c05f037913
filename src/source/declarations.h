/* Declarations of a name in the text of a function: which of them a place sees.
 *
 * Read off the words, not parsed: what may be a declaration counts as one. A reader who finds no
 * variable for it must not guess. Declarations inside of macros are not found. */
#ifndef SOURCE_DECLARATIONS_H
#define SOURCE_DECLARATIONS_H

#include "source/statements.h"

typedef struct {
    size_t at;
    bool visible; /* at the place that was asked for */
} declaration;
typedef vec(declaration) declarations;

/* Those between the head of the function around `place` and that place, in order; of the visible
 * ones the last hides the others. */
void declarations_find(const source_map *m, size_t place, const char *name, size_t length,
                       declarations *out);
/* Where the names in the loop invariant of the loop whose keyword is at `keyword` are looked up:
 * what a `for` declares is visible. */
size_t place_of_loop_invariant(const source_map *m, size_t keyword);

#endif
