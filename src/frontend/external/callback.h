/* Calls of the program's functions by external code: any number of times, in any order, with any
 * arguments. They are not translated: a function that matters is reported, and no proof rests on
 * it. */
#ifndef FRONTEND_EXTERNAL_CALLBACK_H
#define FRONTEND_EXTERNAL_CALLBACK_H

#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

/* A function of the program that external code may call, so that it matters: among those
 * reached; all: or known to it. NULL: none. */
LLVMValueRef called_back(translator *tr, const fact_vec *reached, bool all);
/* One among those that are reached whose call, at any time, could be seen; NULL: none. */
LLVMValueRef seen_handler(translator *tr, const fact_vec *reached);

#endif
