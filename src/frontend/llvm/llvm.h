/* From an LLVM module to a program that means the same. */
#ifndef FRONTEND_LLVM_LLVM_H
#define FRONTEND_LLVM_LLVM_H

#include "frontend/frontend.h"

#include <llvm-c/Core.h>

/* The module is linked, with the library's models; it may be changed, and stays the caller's. `o`
 * is complete: checks are not 0, entry is NULL for main. NULL on failure, with status, messages and
 * (for LOAD_UNSUPPORTED) reason set. */
program *llvm_translate(terms *t, LLVMModuleRef m, const load_options *o, enum load_status *status,
                        text *messages, text *reason);

#endif
