/* What a check asks, in the words of the program. For messages only: nothing is decided by them. */
#ifndef FRONTEND_LLVM_CHECK_WORDS_H
#define FRONTEND_LLVM_CHECK_WORDS_H

#include "base/text.h"
#include "frontend/llvm/function.h"
#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

/* What the compiler's check before this trap watches: a call of llvm.*.with.overflow; NULL:
 * something else. */
LLVMValueRef trap_operation(LLVMValueRef trap, bool *is_signed);
bool overflowing_operation(LLVMValueRef call); /* a call of llvm.*.with.overflow */
void trap_words(translator *tr, const function_info *f, LLVMValueRef trap, text *out);
void uninitialized_words(translator *tr, const function_info *f, LLVMValueRef place, text *out);
/* Of the access that is translated now. */
void access_words(translator *tr, const fact_vec *facts, uint64_t size, bool write, text *out);
void null_words(translator *tr, bool write, text *out);
void freed_words(translator *tr, const fact_vec *facts, bool write, text *out);
void sum_words(translator *tr, const function_info *f, LLVMValueRef gep, const fact_vec *facts,
               text *out); /* a pointer that leaves its object */

#endif
