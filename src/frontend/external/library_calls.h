/* Calls of functions that the translation itself knows: nondet, assume, the heap, exit, rounding
 * modes; and of functions without a model. */
#ifndef FRONTEND_EXTERNAL_LIBRARY_CALLS_H
#define FRONTEND_EXTERNAL_LIBRARY_CALLS_H

#include "term/term.h"
#include "frontend/external/library_table.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

enum library_kind library_kind_of(const translator *tr, LLVMValueRef function);
/* Whether the property is about calls of this name. */
bool library_names_error(const translator *tr, const char *name);
void library_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, LLVMValueRef callee,
                  enum library_kind kind);
/* `anywhere`: at an address that is any number. */
void missing_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name,
                  bool anywhere);
bool library_allocates(enum library_kind k);
bool library_sets_rounding(LLVMModuleRef m); /* some call in it may change the rounding mode */
/* The rounding mode is a number in the program: its place in `modes`, of four. */
void emit_set_rounding(translator *tr, frame *f, LLVMValueRef call, const enum rounding *modes);
void define_rounding(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                     const enum rounding *modes);
bool library_models(
    LLVMValueRef function); /* its body is our model of a function of the C library */
void emit_leaked(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                 const known_function *k);

#endif
