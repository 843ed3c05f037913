/* errno: a variable of the program that a function of the C library without an exact model may set
 * to any number but 0. */
#ifndef FRONTEND_EXTERNAL_ERRNO_H
#define FRONTEND_EXTERNAL_ERRNO_H

#include "term/term.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

void errno_declare(
    translator *tr); /* before the layout: it may be written where the program does not */
/* A function of the C library was called; `modelled`: its model has set our errno already. */
void errno_may_change(translator *tr, bool modelled);
bool errno_is_modelled(LLVMValueRef function);
enum { ERRNO_NO_MEMORY = 12 };
void errno_set(translator *tr, term when, uint64_t number);

#endif
