/* Blocks of memory: copying, setting, allocating, resizing. */
#ifndef FRONTEND_MEMORY_TRANSFER_H
#define FRONTEND_MEMORY_TRANSFER_H

#include "term/term.h"
#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

term resized_to_pointer(translator *tr, term a); /* a length */
void emit_copy(translator *tr, frame *f, LLVMValueRef call, bool move);
void emit_set(translator *tr, frame *f, LLVMValueRef call);
void emit_by_value(translator *tr, frame *caller, LLVMValueRef argument, term from, fact to,
                   LLVMTypeRef type);
void alloca_instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i);
/* The address of a new object of `size` bytes, or null: where its size `overflows`, or no address
 * space has room for it. */
void allocate(translator *tr, frame *f, uint32_t number, LLVMValueRef i, term size, term overflows);
void emit_realloc(translator *tr, frame *f, uint32_t number, LLVMValueRef call);
void emit_va_copy(translator *tr, frame *f, LLVMValueRef call);

#endif
