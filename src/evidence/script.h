/* Running an SMT-LIB script of assertions and queries through one of our solvers: what `z3 FILE`
 * does, for the subset that certificates are written in. */
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
/* Whether two scripts ask the same queries in the same order, definitions put in: as terms of one
 * bank, so that the order of operands does not matter. False where one of them is no such script.
 */
bool script_same(const text *a, const text *b);

#endif
