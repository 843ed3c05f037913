/* The C type of an input, from debug information: LLVM's integers have no sign, and its bytes do
 * not say that they are _Bool. */
#ifndef FRONTEND_LLVM_INPUT_TYPE_H
#define FRONTEND_LLVM_INPUT_TYPE_H

#include "frontend/step.h"

/* An unsigned number where debug information does not say it. */
extern const input_types types_from_debug_info;

#endif
