/* Loads and stores: a case split over the places that a pointer may mean (place.h), with the
 * checks that accesses need. */
#ifndef FRONTEND_MEMORY_ACCESS_H
#define FRONTEND_MEMORY_ACCESS_H

#include "program/program.h"
#include "frontend/llvm/types.h"
#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

bool any_outside(const translator *tr, const fact_vec *facts);
void access_facts(translator *tr, const frame *f, LLVMValueRef pointer,
                  fact_vec *out); /* operand_facts, for an access; appends */
/* `where`: the instruction that loads; NULL: a block is copied, of which bytes may lie between what
 * is accessed. */
component memory_load(translator *tr, LLVMValueRef where, term pointer, const fact_vec *facts,
                      const leaf *l);
void memory_store(translator *tr, LLVMValueRef where, term pointer, const fact_vec *facts,
                  const leaf *l, component *value);

/* New values of variables, gathered over the places of one store or copy: they take effect
 * together. */
typedef struct {
    term_vec vars, values;
} updates;

void store_updates(translator *tr, updates *u, term pointer, const fact_vec *facts, const leaf *l,
                   component *value);
void updates_emit(translator *tr, updates *u); /* and release */
/* Where accesses are checked: that all of these bytes are one object's, also those that no other
 * access ever touches. */
void memory_check_range(translator *tr, term pointer, const fact_vec *facts, uint64_t size,
                        bool write);
void memory_any(translator *tr, uint32_t object, enum input_origin origin,
                const char *name); /* havoc all of it */
void memory_written(translator *tr, uint32_t object, enum input_origin origin, const char *name,
                    term from); /* `from` as in havoc_reached */
term memory_pointer(translator *tr, uint32_t object, uint64_t offset); /* what is held there */
void memory_set_pointer(translator *tr, uint32_t object, uint64_t offset, term pointer);
term is_null(
    translator *tr,
    term pointer); /* null, or so little after it that it is an element or a field of null */
term gep_term(translator *tr, frame *f, LLVMValueRef gep);
void load_instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i);
void store_instruction(translator *tr, frame *f, LLVMValueRef i);

#endif
