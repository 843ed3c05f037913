/* Operations on vectors, element by element. */
#ifndef FRONTEND_LLVM_VECTOR_H
#define FRONTEND_LLVM_VECTOR_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct translator translator;
typedef struct frame frame;

bool vector_instruction(translator *tr, frame *f, uint32_t number,
                        LLVMValueRef i); /* false: not on vectors */

#endif
