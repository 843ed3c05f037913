/* Calls of the printf and scanf families with constant formats, taken apart: each directive becomes
 * a call of a small function of the model library (lib/print.c, lib/scan.c), which the driver links
 * afterwards. A call whose format is not a constant, or holds a directive that has no model, or
 * does not fit its arguments, stays as it is. Output whose result is not used stays too, since
 * it does nothing, unless it stores (%n) or what it reads is to be checked. */
#ifndef FRONTEND_FORMAT_H
#define FRONTEND_FORMAT_H

#include "frontend/frontend.h"

#include <llvm-c/Core.h>

void format_expand(LLVMModuleRef m, uint32_t checks);

#endif
