/* Where in a type another one is found: for pointers of which only the type is known that they are
 * used by. */
#ifndef FRONTEND_ABSTRACT_PARTS_H
#define FRONTEND_ABSTRACT_PARTS_H

#include "frontend/llvm/translator.h"

enum { MOST_PARTS = 16 };
/* The offsets at which the type has a part of the wanted one. Returns how many; MOST_PARTS: as many
 * or more, or it has unions or arrays of which not every part is named. */
uint32_t parts_of(translator *tr, LLVMTypeRef type, LLVMTypeRef wanted, uint64_t *out);

#endif
