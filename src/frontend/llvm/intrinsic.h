/* LLVM's intrinsics, by name. */
#ifndef FRONTEND_LLVM_INTRINSIC_H
#define FRONTEND_LLVM_INTRINSIC_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct translator translator;
typedef struct frame frame;

bool intrinsic(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
               const char *name); /* false: not known */

#endif
