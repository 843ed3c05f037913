/* The LLVM IR of a C program as the translation sees it: linked, with the library's models. */
#ifndef FRONTEND_IR_H
#define FRONTEND_IR_H

#include "frontend/frontend.h"

bool frontend_ir(const load_options *o, enum load_status *status, text *messages, text *ir);

#endif
