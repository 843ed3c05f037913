/* Memory that is read before it is written. Every cell of a local variable or a block of malloc has
 * a second variable, the shadow, with one bit for each of its bytes: it was written. Stores set
 * bits, copies of blocks copy them, and a load of a value whose bits are not all set is a violation.
 *
 * Characters may be copied one by one as they are: the check is where their value is used. Under-
 * approximated, and noted: what external code can write, what is passed or returned in registers as
 * a structure, and all of the unit of a bit-field that is written, counts as written. */
#ifndef FRONTEND_MEMORY_UNINITIALIZED_H
#define FRONTEND_MEMORY_UNINITIALIZED_H

#include "frontend/memory/object.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct translator translator;
typedef struct frame frame;

void shadow_make(translator *tr, object *o);  /* where it is tracked */
void shadow_start(translator *tr, object *o); /* what it holds when the program starts */
void shadow_set(translator *tr, uint32_t object_number, bool written); /* all of it */
/* As the shadow of a cell with this sort of index: every byte written, or none. */
term shadow_all(translator *tr, const object *o, const cell *c, bool written);
term shadow_ones(translator *tr, uint32_t bytes);
/* A load, with the bits of what it reads (none: all are set): a violation, or kept for the store of
 * a character. */
void shadow_loaded(translator *tr, frame *f, uint32_t number, LLVMValueRef load, term set);
/* Of what is stored; none: all are set. */
term shadow_stored(const frame *f, LLVMValueRef value);

#endif
