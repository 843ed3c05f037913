/* --step: an endless loop around a step function, as generated code is run. The loop is built in
 * the module:
 *
 *     void __cinch_main(void) {
 *         constant = nondet(); ... init();
 *         for (;;) { input = nondet(); ... step(nondet(), ...); }
 *     }
 *
 * Inputs are the parameters of the step function and the globals named with --input. What is known
 * of them (load_options.bounds) is assumed after each nondet(): direction: under-approximates, as
 * far as the user is wrong, and is said in a note. */
#ifndef FRONTEND_STEP_H
#define FRONTEND_STEP_H

#include "frontend/clang.h"

#define STEP_ENTRY "__cinch_main"

/* The C type of an input, as far as LLVM's does not say it. */
typedef struct {
    bool is_signed, is_bool;
} input_type;
/* Who knows it: of what lies at an offset of a global, and of a parameter, from 0. */
typedef struct {
    input_type (*of_global)(LLVMModuleRef m, LLVMValueRef global, uint64_t offset, uint64_t size);
    input_type (*of_parameter)(LLVMModuleRef m, LLVMValueRef function, uint32_t number);
} input_types;

/* False, with status and messages, where a function or input is missing or has a type without a
 * nondet value. */
bool step_build(compiler *c, LLVMModuleRef m, const input_types *types);

/* A note for each of the bounds. */
void step_say_bounds(const load_options *o, program *p);

#endif
