/* Calls that a compiler makes instructions of, wherever it can: alloca, and atomic operations on
 * objects that no instruction of the machine can hold. Where it could not (another prototype, a
 * structure), the module calls a function of the compiler's own library. These calls become the
 * instructions and copies that they stand for, so that each access is checked as any other; the
 * rest of that library is lib/atomic.c. */
#ifndef FRONTEND_BUILTIN_H
#define FRONTEND_BUILTIN_H

#include <llvm-c/Core.h>

/* Before the library is linked. */
void builtin_expand(LLVMModuleRef m);

#endif
