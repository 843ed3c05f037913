/* CBMC's functions in the translation: predicates on pointers, and uninterpreted functions
 * (frontend/cprover.h). */
#ifndef FRONTEND_EXTERNAL_CPROVER_CALLS_H
#define FRONTEND_EXTERNAL_CPROVER_CALLS_H

#include "term/term.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct translator translator;
typedef struct frame frame;

/* CBMC's functions that say something of a pointer, by name. */
void cprover_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name);
/* So many bytes from here lie in an object that lives. */
term pointer_accessible(translator *tr, frame *f, LLVMValueRef pointer, LLVMValueRef bytes);
bool is_uninterpreted(LLVMValueRef function);
void uninterpreted_declare(translator *tr); /* at the start: choose the functions */
void uninterpreted_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                        LLVMValueRef callee);

#endif
