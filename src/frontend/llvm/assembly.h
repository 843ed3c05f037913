/* Inline assembly: what its constraints and its text say. Only assembly without text is translated
 * here; the rest is external code. */
#ifndef FRONTEND_LLVM_ASSEMBLY_H
#define FRONTEND_LLVM_ASSEMBLY_H

#include "base/vec.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct translator translator;
typedef struct frame frame;

/* An output of assembly that is not also the same memory as an input. */
typedef struct {
    LLVMValueRef address; /* NULL: the next part of the call's result */
    LLVMValueRef input;   /* that it is tied to; NULL: any value */
    LLVMTypeRef type;     /* NULL: not said */
} assembly_output;

typedef vec(assembly_output) assembly_output_vec;
bool assembly_is_empty(LLVMValueRef call); /* of a call of inline assembly */
/* Its instructions compute: none jumps or uses the stack, as far as its text says. */
bool assembly_computes(LLVMValueRef call);
bool assembly_sets_rounding(LLVMValueRef call);
bool assembly_is_contained(LLVMValueRef call); /* it accesses no other memory than it names */
void assembly_outputs(LLVMValueRef call, assembly_output_vec *out);
void empty_assembly(translator *tr, frame *f, uint32_t number, LLVMValueRef call);
/* Symbols, which others may be, too, under names that its text need not have, or code that runs
 * before main. */
bool assembly_defines(LLVMValueRef call);

#endif
