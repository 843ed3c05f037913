/* --entry F --entry-size BYTES: a caller of F that gives every pointer argument null or an object
 * of its own, of any number of elements up to so many bytes, with any content. It is written in C
 * after the file that defines F, so that tests are built with it, too:
 *
 *     void __cinch_caller_of_F(T *p, int k, unsigned long p_elements) {
 *         if (p_elements > BYTES / sizeof(*p)) return;
 *         F(p_elements ? malloc(p_elements * sizeof(*p)) : 0, k);
 *     }
 *
 * Direction: under-approximates, for arguments may also point into each other's objects, into
 * global variables, or after the start of an object. That is said in a note. */
#ifndef FRONTEND_WRITTEN_CALLER_H
#define FRONTEND_WRITTEN_CALLER_H

#include "frontend/clang.h"

typedef struct {
    vec(text) texts; /* by source, for load_options.texts.instead */
    char *entry;     /* NULL: there is none, since F takes no pointers to objects */
} entry_caller;

/* False with status and messages. */
bool caller_write(compiler *c, entry_caller *out);
void caller_release(entry_caller *c);

#endif
