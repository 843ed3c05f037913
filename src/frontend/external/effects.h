/* What functions without a body do by their line in library.def: the pointers that they return,
 * keep, or store, and the arguments that must not be null. An effect that is not modelled is
 * noted, so that no proof rests on it. */
#ifndef FRONTEND_EXTERNAL_EFFECTS_H
#define FRONTEND_EXTERNAL_EFFECTS_H

#include "program/program.h"
#include "frontend/external/library_table.h"
#include "frontend/memory/object.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

bool is_program_memory(const object *o); /* that may change */
bool returns_argument(LLVMValueRef call,
                      const known_function *k); /* exactly one of them, or null */
void argument_or_null(translator *tr, frame *f, uint32_t number, term argument,
                      enum input_origin origin, const char *name);
/* What comes later through pointers that a known function keeps is not modelled. */
void note_kept(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
               const known_function *k);
bool is_declared_pure(LLVMValueRef call);
void bound_result(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                  const known_function *k);
void note_format(translator *tr, LLVMValueRef call,
                 const known_function *k); /* what is printed does not matter, but for %n */
void check_nonnull(translator *tr, frame *f, LLVMValueRef call, const known_function *k,
                   const char *name);

#endif
