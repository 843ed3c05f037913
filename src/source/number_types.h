/* Types of C numbers, by their words in a text: declarations, casts, and the names that debug
 * information gives. Only the compiler knows what a program's own typedef means: it is OTHER here. */
#ifndef SOURCE_NUMBER_TYPES_H
#define SOURCE_NUMBER_TYPES_H

#include "source/words.h"

#include <stdint.h>

enum c_kind { C_OTHER, C_BOOL, C_INTEGER, C_FLOAT, C_POINTER };

typedef struct {
    enum c_kind kind;
    bool is_unsigned;
    uint32_t bits; /* 0: those of a long, or not a number */
} c_type;

/* The type whose words begin at p; returns where they end, p if there are none. */
const char *c_type_take(const char *p, const char *end, c_type *out);
c_type c_type_of(const char *name);     /* of a whole text; anything with a `*` is a pointer */
bool word_names_integer(source_word w); /* as in `unsigned char` and `uint8_t` */

#endif
