/* Comparisons and distances of addresses. Which of two objects comes first is the linker's choice:
 * any order is possible in each comparison. */
#ifndef FRONTEND_MEMORY_COMPARE_H
#define FRONTEND_MEMORY_COMPARE_H

#include "term/term.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

term compare_addresses(translator *tr, frame *f, LLVMValueRef i, term a, term b, term plain);
term added_distance(translator *tr, frame *f, LLVMValueRef i, term a, term b);
/* Check the operand of a division that clang makes of a difference of pointers. */
void check_constant_distance(translator *tr, frame *f, LLVMValueRef division);
void address_note(translator *tr, frame *f, LLVMValueRef i);

#endif
