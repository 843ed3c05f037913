/* Locals that are read before they are written: one Boolean variable for each local whose address
 * is not taken. Other memory is taken to be initialized. */
#ifndef FRONTEND_MEMORY_UNINITIALIZED_H
#define FRONTEND_MEMORY_UNINITIALIZED_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct translator translator;
typedef struct frame frame;

void initialized_ends(translator *tr, uint32_t object_number); /* its value is any from here */
void initialized_stored(translator *tr, const frame *f, LLVMValueRef pointer);
void initialized_loaded(translator *tr, const frame *f, LLVMValueRef pointer);

#endif
