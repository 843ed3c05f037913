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

/* False, with status and messages, where a function or input is missing or has a type without a
 * nondet value. */
bool step_build(compiler *c, LLVMModuleRef m);

/* A note for each of the bounds. */
void step_say_bounds(const load_options *o, program *p);

#endif
