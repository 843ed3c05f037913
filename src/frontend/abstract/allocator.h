/* Functions that are allocation functions by another name, as most large programs have them: they
 * call malloc() or its variants, look at what they got, and return it.
 *
 * Such a function and whatever it calls touch no memory but plain variables, and keep nothing that
 * is as large as an address in those that outlive it. So what it returns is known to its caller
 * only, and each call of it can count as an allocation of its own. */
#ifndef FRONTEND_ABSTRACT_ALLOCATOR_H
#define FRONTEND_ABSTRACT_ALLOCATOR_H

#include "frontend/abstract/abstract.h"

/* `plain`: variables whose address nothing takes; `known` remembers answers. */
bool is_allocator(translator *tr, const map *plain, map *known, LLVMValueRef function);

#endif
