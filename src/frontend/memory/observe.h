/* Which objects' addresses the program looks at as numbers, so that the address of such an object
 * must be a symbol (address.h). */
#ifndef FRONTEND_MEMORY_OBSERVE_H
#define FRONTEND_MEMORY_OBSERVE_H

#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

void addresses_observe(translator *tr); /* which objects' addresses are looked at */
/* The addresses that this instruction looks at as numbers; appends. */
void addresses_seen(translator *tr, uint32_t instance, LLVMValueRef i, fact_vec *out);
/* Those among the facts of an operand: all of a pointer, those made numbers of an integer. */
void address_facts(translator *tr, uint32_t instance, LLVMValueRef v, fact_vec *out);
bool is_no_address(translator *tr,
                   LLVMValueRef v); /* null, and numbers that no object has wherever it lies */

#endif
