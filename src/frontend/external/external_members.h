/* Members and elements of objects that external code hands over; and pointers that may be theirs
 * or the program's own, which are checked only as far as they are the program's. */
#ifndef FRONTEND_EXTERNAL_EXTERNAL_MEMBERS_H
#define FRONTEND_EXTERNAL_EXTERNAL_MEMBERS_H

#include "term/term.h"
#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

/* Pointers of external code, and no numbers that the program itself made pointers of. */
bool are_handed_over(const translator *tr, const fact_vec *facts);
/* In the address space of an object that the program itself may have stored a pointer to. */
term in_own(translator *tr, const fact_vec *facts, term pointer);
void assume_member(translator *tr, frame *f, LLVMValueRef gep, term address);
void leave_marks(translator *tr, term pointer);
/* Behind an object that such pointers are compared with, where none of them points to. */
term behind_compared(translator *tr, term pointer);

#endif
