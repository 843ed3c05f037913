/* Which functions have candidate contracts (frontend/contract.h), and the clauses of these as
 * candidate summaries. */
#ifndef FRONTEND_LLVM_CONTRACT_FUNCTIONS_H
#define FRONTEND_LLVM_CONTRACT_FUNCTIONS_H

#include "program/program.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

void contracts_find(translator *tr, LLVMValueRef entry);
/* Guesses at what a procedure is given and returns, over the parts of its points. */
void contract_guesses(translator *tr, const char *function, summary *out);
bool is_guessed(const translator *tr, LLVMValueRef function);
bool used_directly(LLVMValueRef allocated); /* read and written as a whole, and nothing else */

#endif
