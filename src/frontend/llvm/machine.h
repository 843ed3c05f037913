/* What the machine, the assembler and the linker do beyond what the IR says: refused, or named as
 * a limit. */
#ifndef FRONTEND_LLVM_MACHINE_H
#define FRONTEND_LLVM_MACHINE_H

#include "frontend/llvm/types.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

void machine_mind(translator *tr, LLVMValueRef entry);
/* A load or store through this pointer, where the target cares. */
void machine_aligned(translator *tr, frame *f, LLVMValueRef by, LLVMValueRef pointer);
/* What a function returns in a register is this. */
component machine_returns(translator *tr, component c, const leaf *l);
/* External code, or a function of the C library, may end the program, or use what the
 * models keep. */
void machine_left_to(translator *tr, const char *name, bool library);

#endif
