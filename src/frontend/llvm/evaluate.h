/* Runs of functions that compute integers from integers, on given arguments: what guesses are made
 * from. Each (function, arguments) is run once. Nothing rests on the results: what is guessed from
 * them is proven. */
#ifndef FRONTEND_LLVM_EVALUATE_H
#define FRONTEND_LLVM_EVALUATE_H

#include "frontend/contract.h"
#include "frontend/llvm/translator.h"

typedef struct {
    translator *tr;
    uint64_t fuel; /* instructions that may still be made */
    uint32_t depth;
    map known; /* hash of function and arguments -> index of the run */
    vec(struct evaluated {
        LLVMValueRef function;
        contract_point at;
        bool good;
    }) runs;
} evaluation;

/* False: it does not return within the fuel, or does what is not defined, or what we do not follow.
 */
bool evaluate_function(evaluation *e, LLVMValueRef function, contract_point *at);
void evaluation_release(evaluation *e);

/* Fill in what callers may ensure and what calls may return, from runs on small arguments
 * (contract_candidates.c). */
void guess_contract(evaluation *e, LLVMValueRef function, contract *c);

uint32_t integer_width(LLVMTypeRef type); /* 0: no integer of at most 64 bits */

#endif
