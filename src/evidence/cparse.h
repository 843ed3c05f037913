/* C expressions of witnesses, read back as terms over the program's variables. Private to
 * evidence/.
 *
 * Integers only have C's promotions and usual conversions; floats round to nearest. What is not
 * understood is refused, never guessed: assignments, calls, pointers, arrays, strings. */
#ifndef EVIDENCE_CPARSE_H
#define EVIDENCE_CPARSE_H

#include "base/fail.h"
#include "source/statements.h"
#include "program/program.h"

typedef struct {
    program *p;
    uint32_t function;     /* whose locals are visible; in names */
    const source_map *map; /* with the place in it, where names mean what is declared in the blocks
                              around; NULL: a name that */
    size_t place;          /* several variables have is not understood */
    uint32_t long_bits;    /* 32 or 64 */
    term result;           /* what \result is; none: it is not understood */
    const char *result_type; /* its C type as text; NULL: a signed integer */
} c_scope;

/* The expression as a Bool term (non-zero is true); false, with `why`, where it is not understood.
 */
bool c_parse_condition(const c_scope *c, const char *expression, term *out, char *why,
                       size_t why_size);

#endif
