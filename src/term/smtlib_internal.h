/* Inside src/term: what printing and reading share. */
#ifndef TERM_SMTLIB_INTERNAL_H
#define TERM_SMTLIB_INTERNAL_H

#include "term/smtlib.h"
#include "term/term_internal.h"

/* binary: operations that SMT-LIB 2.6 declares with two arguments are nested. */
void smt_print(terms *t, term a, bool binary, text *out);

#endif
