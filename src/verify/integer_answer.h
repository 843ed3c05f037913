/* --integers unbounded: the engine is asked about the program with mathematical integers
 * (program/integers.h), its answer is brought back to words and checked there like any other.
 *
 * It is allowed only where signed overflow is checked: then no run of the integers is longer than
 * that of the words without an error. A proof that holds for integers but not for words (unsigned
 * numbers that wrap) fails its check, and the verdict is UNKNOWN. */
#ifndef VERIFY_INTEGER_ANSWER_H
#define VERIFY_INTEGER_ANSWER_H

#include "program/integers.h"
#include "verify/verify.h"

/* Why the program cannot be read so, NULL: it can, and `x` is to be released. */
const char *verify_read_integers(const verification *v, const program *p, integer_reading *x);
/* The answer about the integers as one about words; false: it cannot be said, and is UNKNOWN now.
 */
bool verify_answer_in_words(integer_reading *x, engine_result *r);

#endif
