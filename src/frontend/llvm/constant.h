/* Constants and constant expressions: their facts, their components, and the shape of the offset
 * that a getelementptr adds. */
#ifndef FRONTEND_LLVM_CONSTANT_H
#define FRONTEND_LLVM_CONSTANT_H

#include "frontend/llvm/types.h"
#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

uint64_t gcd(uint64_t a, uint64_t b); /* of a and 0: a */
bool is_constant(LLVMValueRef v);     /* not an instruction, argument or block */
void constant_facts(translator *tr, LLVMValueRef v, fact_vec *out);
void constant_components(translator *tr, LLVMValueRef v, component *out);

/* An offset as constant part and divisor of the rest (0: no rest). False: it needs values. */
typedef struct {
    int64_t constant;
    uint64_t stride;
} gep_offset;

gep_offset gep_shape(translator *tr, LLVMValueRef gep);
uint64_t known_multiple(LLVMValueRef v, uint32_t depth); /* v is a multiple of it; 0: v is 0 */
/* Calls `visit` for every scalar of an initializer that is not zero, undef or poison; returns by
 * `holes` whether parts are undef. */
void initializer_visit(translator *tr, LLVMValueRef init, uint64_t offset,
                       void (*visit)(translator *, void *context, uint64_t offset,
                                     LLVMValueRef scalar),
                       void *context);

#endif
