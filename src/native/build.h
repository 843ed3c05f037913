/* Building the program natively, as the user builds it, with one C file of ours beside it: for the
 * generated test and for sampling. All is made in a temporary directory. It is removed at the end,
 * and also where this process is killed before. */
#ifndef NATIVE_BUILD_H
#define NATIVE_BUILD_H

#include "base/budget.h"
#include "frontend/sources.h"

typedef struct {
    const load_options *o;
    const budget *b;
    sources s;
    char directory[64];
    uint32_t objects;   /* files */
    bool traces_floats; /* native/trace.h; set after build_begin */
    struct {
        int pid, pipe;
    } janitor;     /* removes the directory when the pipe is closed, by whatever */
    text said;     /* by the last tool that was run */
    char why[120]; /* the last failure */
} building;

/* False, with `why`, where the program is not C for this machine. In any case build_end releases.
 */
bool build_begin(building *x, const load_options *o, const budget *b);
void build_end(building *x);

/* Each source as an object file. `flags` (ended by NULL) come after all others and win. */
bool build_compile(building *x, const char *const *flags);
/* All objects as one: what is made local then is so for the whole program. */
bool build_join(building *x);
/* Lines "name type ..." for every symbol of every object, in `said`. */
bool build_symbols(building *x);
/* Run objcopy on every object. */
bool build_change(building *x, const string_vec *arguments);
/* Compile our file and link it with the objects and a server (NULL: none). False where that fails:
 * with the linker's words in `said`, or with `why` where it did not come to its end. */
bool build_link(building *x, const text *own, const char *const *flags, const char *server);
char *build_program(const building *x); /* path of the result, to be freed */

#endif
