/* --step: an endless loop around a step function, as generated code is run. The loop is built in
 * the module:
 *
 *     void __cinch_main(void) { init(); for (;;) { input = nondet(); ... step(nondet(), ...); } }
 *
 * Inputs are the parameters of the step function and the globals named with --input. */
#ifndef FRONTEND_STEP_H
#define FRONTEND_STEP_H

#include "frontend/clang.h"

#define STEP_ENTRY "__cinch_main"

/* False, with status and messages, where a function or input is missing or has a type without a
 * nondet value. */
bool step_build(compiler *c, LLVMModuleRef m);

#endif
