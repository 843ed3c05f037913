/* Arguments of the compiler, by what they do to the meaning of a program. Clang's IR says what most
 * of them change, and is translated unchanged. A few change what the machine computes without a
 * word in the IR, or beyond what we compute: these are refused by name. Optimization changes no
 * meaning, but makes use of undefined behaviour: its levels are left out. */
#ifndef FRONTEND_FLAGS_H
#define FRONTEND_FLAGS_H

#include "frontend/frontend.h"

#include <stdbool.h>

/* Whether an argument by itself can change what a program means; one of a compilation
 * database that does not is dropped. */
bool flag_matters(const char *argument);
/* A level of optimization. */
bool flag_optimizes(const char *argument);
/* The first argument that we cannot follow and that no later one takes back; NULL: none. */
const char *flags_refused(const string_vec *arguments);
/* What lets old and careless code compile without a word. */
void flags_lenient(string_vec *argv);
/* The instrumentation of the compiler that makes these checks (CHECK_*); whether there is any. What
 * happens where one fails is another flag, and the caller's. */
bool flags_sanitize(uint32_t checks, string_vec *argv);

#endif
