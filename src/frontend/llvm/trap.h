/* Checks that the compiler makes: which property fails where one ends the run. */
#ifndef FRONTEND_LLVM_TRAP_H
#define FRONTEND_LLVM_TRAP_H

#include "frontend/llvm/emit.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

/* What a condition of a branch compares, for the message of a check that it may be. */
void check_comparands(translator *tr, frame *f, LLVMValueRef condition, comparands *out);
/* A call that ends the run; `sanitizer`: of a check that the compiler made, which fails. */
void trap(translator *tr, frame *f, LLVMValueRef call, bool sanitizer);

/* The compiler's checks let pass what is not asked for: an array of variable size without elements
 * is undefined, but no invalid access; a left shift that leaves its type is no overflow. Changes the
 * module. */
void traps_prepare(translator *tr);

#endif
