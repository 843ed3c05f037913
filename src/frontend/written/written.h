/* Contracts that people write, in ACSL or in CBMC's clauses, as a program: --function F.
 *
 * The sources are rewritten on the way in. F is called once, with any arguments, in any state of
 * the global variables that meets what F requires; at its return stands what it ensures, and that
 * nothing else has changed than it assigns. Every other function with a contract gets a body that
 * says no more than it: what it requires is checked, what it assigns becomes any value, what it
 * ensures is assumed. Invariants of loops are checked where the loop begins an iteration. So
 * engines and evidence see a program like any other.
 *
 * Directions. A contract that replaces a body is an assumption, and said. What a clause cannot be
 * translated to is refused with its place: at once for F, where a call is met for others. */
#ifndef FRONTEND_WRITTEN_WRITTEN_H
#define FRONTEND_WRITTEN_WRITTEN_H

#include "frontend/clang.h"
#include "frontend/written/propose.h"

#define WRITTEN_ENTRY "__cinch_contract_"
#define WRITTEN_ALL "all" /* --function all */

typedef struct {
    vec(text) texts;    /* by source, for load_options.texts.instead */
    char *entry;        /* where the program starts */
    string_vec assumed; /* what is assumed, for a person */
    string_vec met;     /* functions that are taken to meet their contracts */
} written_program;

/* False with status and messages, and `reason` where it is unsupported. */
bool written_rewrite(compiler *c, written_program *out, text *reason);
void written_release(written_program *w);

/* The names of all functions that have a contract and a body. */
bool written_functions(compiler *c, string_vec *out);

/* Candidates for the contracts of all functions with a body and without one. `m` has all sources.
 */
bool written_propose(compiler *c, LLVMModuleRef m, proposal_vec *out);

/* The bodies of the functions that speak of all global variables. After linking. */
bool written_globals(compiler *c, LLVMModuleRef m);

#endif
