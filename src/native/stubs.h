/* What stands around a program that is sampled natively: its inputs, its error functions. */
#ifndef NATIVE_STUBS_H
#define NATIVE_STUBS_H

#include "native/build.h"

typedef struct {
    program *program;     /* unreduced */
    string_vec functions; /* that give inputs, in the order of the server's numbers */
    string_vec arguments; /* of objcopy: how the program has to be changed to be linked */
    char why[120];
} stubs;

/* A function that only computes, or that the servers define: a program that calls it can be run. */
bool stubs_harmless(const char *name);
/* From the symbols of the compiled objects. False, with `why`, where the program needs a function
 * that is not known to be harmless. */
bool stubs_find(stubs *s, building *x);
/* The text to be linked with the program. */
void stubs_write(const stubs *s, const building *x, uint64_t seed, const u64_vec *constants,
                 double seconds, text *out);
/* Is the entry main? It is then called with one argument, otherwise with 1 and zeros. */
bool stubs_calls_main(const load_options *o);
void stubs_release(stubs *s);

#endif
