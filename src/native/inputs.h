/* Inputs between the automaton and the compiled program: their C types, and their bits as values.
 */
#ifndef NATIVE_INPUTS_H
#define NATIVE_INPUTS_H

#include "program/program.h"
#include "term/value.h"

/* The C type of an input function, in words of the language only; `in`: the input, or NO_INPUT.
 * NULL: it cannot be said. */
const char *native_input_type(const program *p, uint32_t in);
/* Bits of an input as the sort that the program has for it; sort none: it has another. */
value native_value(terms *t, values *pool, sort s, uint64_t bits);

#endif
