/* What surrounds main. Functions that run before it (__attribute__((constructor))) are called at
 * the start of the entry, in the order that the linker gives them. Functions that run after it
 * (atexit, __attribute__((destructor))) are called where the entry returns and where exit is
 * called, by lib/exit.c. A weak symbol that no file defines is null or the symbol of another file,
 * which is chosen once, at the start; the choice is over-approximated: a violation that needs
 * it must be seen in the compiled program.
 *
 * What cannot be rewritten stays as it is, and the translation refuses it. */
#ifndef FRONTEND_STARTUP_H
#define FRONTEND_STARTUP_H

#include "frontend/clang.h"

#define STARTUP_END "__cinch_end_of_program" /* calls what runs after main; where there is any */

/* Before the library is linked. */
void startup_build(compiler *c, LLVMModuleRef m);

#endif
