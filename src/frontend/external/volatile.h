/* Volatile reads: which of them give any value (hardware), and which are ordinary reads. */
#ifndef FRONTEND_EXTERNAL_VOLATILE_H
#define FRONTEND_EXTERNAL_VOLATILE_H

#include "program/program.h"
#include "frontend/llvm/types.h"
#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

struct place;
void volatile_declare(translator *tr); /* once the objects are known */
/* A volatile access of a fixed address is one of a register. */
void volatile_accessed(translator *tr, LLVMValueRef by, fact_vec *facts);
bool volatile_is_input(translator *tr, LLVMValueRef global); /* its volatile reads are any value */
/* Where a read of this place by this instruction (may be NULL) gives any value: true, with the
 * value. */
bool volatile_read(translator *tr, LLVMValueRef where, const struct place *at, const leaf *l,
                   component *out);
enum input_origin outside_origin(
    const translator *tr, LLVMValueRef where); /* of a read of memory that is not the program's */
void volatile_copied(translator *tr, LLVMValueRef call, const fact_vec *from);

#endif
