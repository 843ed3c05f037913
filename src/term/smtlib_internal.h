/* Inside src/term: what printing and reading share. */
#ifndef TERM_SMTLIB_INTERNAL_H
#define TERM_SMTLIB_INTERNAL_H

#include "term/smtlib.h"
#include "term/term_internal.h"

/* binary: operations that SMT-LIB 2.6 declares with two arguments are nested. */
void smt_print(terms *t, term a, bool binary, text *out);

/* The text starts at this line and column of the file. */
sexps *sexps_parse_at(const char *content, size_t size, const char *file, uint32_t line,
                      uint32_t column, input_error *error);
/* An atom as a constant or rounding mode. 1: yes, 0: it is something else, -1: error set. */
int smt_literal(terms *t, const char *atom, term *out);
bool smt_numeral(const char *atom, uint32_t *out); /* an index */

#endif
