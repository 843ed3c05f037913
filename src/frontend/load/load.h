/* From files to a program. The kind of file is told by its ending: .c .i .bc .ll (clang and LLVM),
 * .cfa (text form), .smt2 (linear CHC), .vmt, .btor2; a .yml task definition or a directory with
 * compile_commands.json names C files. */
#ifndef FRONTEND_LOAD_LOAD_H
#define FRONTEND_LOAD_LOAD_H

#include "frontend/frontend.h"
#include "frontend/requirement/requirement.h"
#include "frontend/written/caller.h"
#include "frontend/written/propose.h"

/* The unreduced program. On failure NULL; `messages` gets what a person reads (clang's own output,
 * file:line:col errors); for LOAD_UNSUPPORTED `reason` gets what goes into UNKNOWN(...). */
program *frontend_load(terms *t, const load_options *o, enum load_status *status, text *messages,
                       text *reason);
/* The functions of C files that have a body and a contract (written/written.h); names to be freed.
 */
bool frontend_contracts(const load_options *o, enum load_status *status, text *messages,
                        string_vec *names);
/* Options with a caller for the entry, where --entry-size asks for one: `o` then borrows from
 * `out`. False: the entry takes no objects that a caller could make. Where the files cannot be
 * read, loading them says why. */
bool frontend_caller(load_options *o, entry_caller *out);
/* Candidates for contracts of the functions that have none. */
bool frontend_propose(const load_options *o, enum load_status *status, text *messages,
                      proposal_vec *out);
/* Requirements, read before, of the step function of C files (requirement/requirement.h). */
bool frontend_requirements(const load_options *o, requirements *r, enum load_status *status,
                           text *messages);
/* The source of the step function with the monitors of a question. */
bool frontend_monitor(const load_options *o, const requirements *r, uint32_t number,
                      enum requirement_question asks, enum load_status *status, text *messages,
                      text *out);
/* The LLVM IR of a C program as the translation sees it: linked, with the library's models. */
bool frontend_ir(const load_options *o, enum load_status *status, text *messages, text *ir);

#endif
