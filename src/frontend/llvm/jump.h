/* setjmp and longjmp: a jump goes back to a call of setjmp in a function that is active; any other
 * is a limit of the translation. */
#ifndef FRONTEND_LLVM_JUMP_H
#define FRONTEND_LLVM_JUMP_H

#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;
typedef struct frame frame;

enum jump_kind { JUMP_NONE, JUMP_SET, JUMP_LONG };
/* Of a function: which word of the buffer, its first argument, tells where to jump. */
enum jump_kind jump_kind_of(LLVMValueRef callee, uint32_t *word);
bool call_returns_twice(LLVMValueRef v);      /* is a call of setjmp */
void jumps_prepare(translator *tr, frame *f); /* before the commands of its instance */
/* Whether external code may jump to a setjmp of an active function. */
bool may_jump_back(translator *tr, frame *f, const fact_vec *reached);
bool jump_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
               LLVMValueRef callee); /* false: another function */

#endif
