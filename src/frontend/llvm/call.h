/* Calls: inlined, through pointers, without a body, inline assembly. */
#ifndef FRONTEND_LLVM_CALL_H
#define FRONTEND_LLVM_CALL_H

#include "term/term.h"
#include "frontend/llvm/types.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

void call_instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i);
LLVMValueRef called_function(LLVMValueRef call); /* NULL: through a pointer */
/* Argument i of a call as the parameter of this instance; what is passed by value is copied. */
void argument_components(translator *tr, frame *caller, uint32_t child, LLVMValueRef call,
                         uint32_t i, component *out);
/* The components of a call's result, from the variables that the callee returned them in. */
void take_result(translator *tr, frame *f, uint32_t number, LLVMValueRef call, LLVMValueRef callee,
                 const term *result);

#endif
