/* Variable arguments: laid out one after the other in an object of the callee's instance, which
 * va_start points to. */
#ifndef FRONTEND_LLVM_VARARGS_H
#define FRONTEND_LLVM_VARARGS_H

#include "base/vec.h"
#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

typedef struct {
    LLVMValueRef value;
    LLVMTypeRef by_value; /* the type of an argument that is passed by its address; NULL */
    fact to;              /* where it is in the area */
} vararg;

typedef vec(vararg) vararg_vec;
/* The area of a call's variable arguments in the callee's instance is made, and they are added to
 * `out`; nothing where the callee does not read them. */
void varargs_layout(translator *tr, LLVMValueRef call, uint32_t child, vararg_vec *out);
uint32_t varargs_area(const translator *tr, uint32_t instance); /* NONE */
/* The i-th field of a va_list that va_start writes; returns how many there are. */
uint32_t varargs_field(const translator *tr, uint32_t i, uint32_t *offset, uint32_t *size,
                       bool *is_area);
uint64_t varargs_list_size(const translator *tr);
void emit_varargs(translator *tr, frame *caller, LLVMValueRef call, uint32_t child);
void emit_va_start(translator *tr, frame *f, LLVMValueRef call);

#endif
