/* Cross compilers of compilation databases: what their names say of the target, as clang names it,
 * and where their headers are. */
#ifndef FRONTEND_CROSS_H
#define FRONTEND_CROSS_H

#include "frontend/sources.h"

/* Where in a command the compiler stands: after ccache and the like. */
uint32_t cross_compiler(const string_vec *command);
/* The target of a compiler, as an argument for clang (in the arena of `s`), unless the command
 * names one itself, and the headers of the compiler where it is installed. What clang has no target
 * for is compiled for another one of the same data model, with a note. Nothing for a native
 * compiler. */
void cross_arguments(sources *s, const char *compiler, const string_vec *command, string_vec *into);

#endif
