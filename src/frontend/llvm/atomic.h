/* Atomic operations: there is one thread, so each is a load and a store. */
#ifndef FRONTEND_LLVM_ATOMIC_H
#define FRONTEND_LLVM_ATOMIC_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct translator translator;
typedef struct frame frame;

void atomic_update(translator *tr, frame *f, uint32_t number, LLVMValueRef i);
void atomic_exchange(translator *tr, frame *f, uint32_t number, LLVMValueRef i);

#endif
