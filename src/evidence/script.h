/* Running an SMT-LIB script of assertions and queries through one of our solvers: what `z3 FILE`
 * does, for the subset that certificates are written in: declare-fun and declare-const of
 * constants, define-fun, assert, push and pop of one scope, check-sat, exit, (set-logic ALL), and
 * set-info, which is ignored. Anything else is refused, before all what talks to a solver beside
 * the queries (set-option, echo). */
#ifndef EVIDENCE_SCRIPT_H
#define EVIDENCE_SCRIPT_H

#include "base/fail.h"
#include "solver/solver.h"

typedef struct {
    /* Told each answer as it comes; false ends the run. `line` is that of the check-sat. */
    bool (*on_answer)(void *context, enum answer a, uint32_t line, const char *why);
    void *context;
} script_listener;

/* False where the text is no such script (`error` says why) or the backend does not start. True
 * otherwise, also where the listener ended it. */
bool script_run(const text *script, const char *backend, const budget *b, script_listener listener,
                input_error *error);
/* Print a script of a stranger again for other solvers: only the commands above, as this reader
 * understands them, one a line, without comments, strings, attributes and set-info. False where the
 * text is no such script. `queries` counts the check-sats. */
bool script_print(const text *script, text *out, uint32_t *queries, input_error *error);
/* What a script is about, by its terms. False where the text is no such script. */
typedef struct {
    uint32_t theories; /* of enum theory, but for products */
    bool sums;         /* of bit-vectors, or remainders */
} script_subject;
bool script_about(const text *script, script_subject *subject);
/* Whether two scripts ask the same queries in the same order, definitions put in: as terms of one
 * bank, so that the order of operands does not matter. False where one of them is no such script.
 */
bool script_same(const text *a, const text *b);

#endif
