/* Debug information of IR that a stranger wrote. LLVM's verifier leaves some of it unchecked, and its
 * readers take a node for what its place says it is. */
#ifndef FRONTEND_IR_DEBUG_H
#define FRONTEND_IR_DEBUG_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether files are files, and no type has itself in it but through a pointer to a record, nor a
 * thousand types one in another: who follows types comes to an end. */
bool ir_debug_is_sound(LLVMModuleRef m);

#endif
