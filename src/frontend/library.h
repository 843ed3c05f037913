/* The model of the C library: C sources under lib/, embedded at build time, compiled for the program's target and linked
 * where the program declares one of their functions without a body. Functions whose result we only bound call
 * __cinch_over_*, which is any value: a proof stays a proof, a violation that uses one needs to be executed. */
#ifndef FRONTEND_LIBRARY_H
#define FRONTEND_LIBRARY_H

#include "frontend/clang.h"

#define LIBRARY_FILE_PREFIX "<cinch>/"   /* of file names in positions */
#define LIBRARY_OVER_PREFIX "__cinch_over_"
#define INPUT_ERRNO "errno" /* inputs for what library functions may set errno to; 0: nothing */

bool library_link(compiler *c, LLVMModuleRef m);

#endif
