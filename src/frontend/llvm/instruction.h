/* One instruction: arithmetic, comparisons, casts, aggregates. The frame's block is the
 * instruction's. */
#ifndef FRONTEND_LLVM_INSTRUCTION_H
#define FRONTEND_LLVM_INSTRUCTION_H

#include "term/term.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

bool is_integer_binary(LLVMOpcode op);
bool is_float_operation(LLVMOpcode op); /* arithmetic, comparison, conversion from or to floats */
term integer_binary(translator *tr, LLVMOpcode op, term a, term b);
term integer_compared(translator *tr, LLVMIntPredicate p, term a, term b);
term integer_resized(translator *tr, term a, uint32_t width, bool is_signed);
void instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i);
bool is_float(LLVMValueRef v);

#endif
