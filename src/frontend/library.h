/* The model of the C library: C sources under lib/, embedded at build time as text and as compiled
 * for this machine, and linked where the program declares one of their functions without a body.
 * For other targets, or with checks, they are compiled when they are needed. Functions whose result
 * we only bound call
 * __cinch_over_*, which is any value: a proof stays a proof, a violation that uses one needs to be
 * executed. */
#ifndef FRONTEND_LIBRARY_H
#define FRONTEND_LIBRARY_H

#include "frontend/clang.h"

#define LIBRARY_NAME_PREFIX "__cinch"   /* of names that no user is to see */
#define LIBRARY_FILE_PREFIX "<cinch>/"  /* of file names in positions; a program may use it, too */
#define LIBRARY_MARK "cinch-library"    /* attribute of our functions, which no program has */
#define LIBRARY_WRITTEN "cinch-written" /* the same of those that we write into a program's text */
#define LIBRARY_INPUT_PREFIX                                                                       \
    "__cinch_input_"                          /* _TYPE_NAME: an input of the program, called NAME  \
                                               */
#define LIBRARY_FAILS_PREFIX "__cinch_fails_" /* not 0: what hardly ever fails does */

bool library_link(compiler *c, LLVMModuleRef m);
/* One of the parts that there are; `again`: compiled now, not when cinch was built. */
uint32_t library_parts(void);
LLVMModuleRef library_part(compiler *c, uint32_t i, bool again);
/* A function that the C library of this machine defines: a test calls that one, whatever the
 * program declares. */
bool library_defines(const char *name);

#endif
