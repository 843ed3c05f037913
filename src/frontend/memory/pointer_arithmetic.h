/* Pointer arithmetic: a sum from a pointer into an object stays in the object or is its end (C11
 * 6.5.6). */
#ifndef FRONTEND_MEMORY_POINTER_ARITHMETIC_H
#define FRONTEND_MEMORY_POINTER_ARITHMETIC_H

#include "term/term.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

/* pointer-overflow: the sum `to` of an instruction that starts from the pointer `from`. */
void check_arithmetic(translator *tr, frame *f, LLVMValueRef gep, term from, term to);
void check_constant_arithmetic(translator *tr, LLVMValueRef instruction); /* of its operands */

#endif
