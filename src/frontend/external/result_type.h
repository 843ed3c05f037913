/* C types of results of functions without a body. */
#ifndef FRONTEND_EXTERNAL_RESULT_TYPE_H
#define FRONTEND_EXTERNAL_RESULT_TYPE_H

#include "frontend/llvm/types.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

/* The C type of a call's result, one of whose scalars is l; empty: no scalar. */
const char *result_type(const translator *tr, LLVMValueRef call, const leaf *l, const char *name);

#endif
