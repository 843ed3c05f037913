/* Assembly of a stranger in a program that is to be run. Its directives could put any file of this
 * machine into the object (.incbin), and how the run ends would tell what is in it. So only
 * instructions are assembled: no directive, no assembly outside of functions, and nothing that
 * becomes a directive when operands are put in. */
#ifndef NATIVE_ASSEMBLY_H
#define NATIVE_ASSEMBLY_H

#include "base/text.h"

/* Whether the module, as bitcode of our compiler, has instructions only. */
bool assembly_is_plain(const text *bitcode);
/* The same of one text, with operands as LLVM writes them ($0). */
bool assembly_text_is_plain(const char *s, size_t n);

#endif
