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

#endif
