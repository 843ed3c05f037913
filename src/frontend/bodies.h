/* Which body a function has, where that is not what the compiler says: static functions that other
 * files name as CBMC does, __CPROVER_file_local_FILE_c_FUNCTION; --remove-body f; --replace f=g. */
#ifndef FRONTEND_BODIES_H
#define FRONTEND_BODIES_H

#include "frontend/clang.h"

typedef vec(LLVMModuleRef) module_vec;

/* Before the modules, in the order of the sources, are linked. */
void bodies_arrange(compiler *c, const module_vec *modules);
/* Afterwards. False, with status and messages: a function that is named does not exist. */
bool bodies_replace(compiler *c, LLVMModuleRef m);

#endif
