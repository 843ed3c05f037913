/* Pointers to locals of an earlier run of their block: where the local is made again, whatever
 * outlives its block and points to it is led to a place where no access is valid; so is what the
 * function is passed. */
#ifndef FRONTEND_MEMORY_DANGLING_H
#define FRONTEND_MEMORY_DANGLING_H

#include "term/term.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

void stale_declare(translator *tr);           /* once points-to is known */
void stale_entered(translator *tr, frame *f); /* its function is called again */
/* The frame runs this instruction next: which blocks does it begin? */
void stale_before(translator *tr, const frame *f, LLVMValueRef i);
term is_stale(translator *tr, term pointer);

#endif
