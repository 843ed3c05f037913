/* Numbers that become pointers although no address went into them: constants, inputs, results of
 * arithmetic, bytes. Such a number must never designate an object of the program, whatever it is;
 * where objects lie (object.c) is chosen by what is found here.
 *
 * Found by a search from where pointers are made of numbers - conversions, loads of pointers from
 * memory that numbers are stored in, arguments of another type - back to the numbers, through
 * memory, calls and copies, on the result of the points-to analysis. Over-approximated: more
 * numbers than there are cost speed, not soundness. Numbers of external code are taken for its
 * addresses, which it does not make of ours. */
#ifndef FRONTEND_MEMORY_PROVENANCE_H
#define FRONTEND_MEMORY_PROVENANCE_H

#include "base/vec.h"

#include <stdbool.h>

typedef struct translator translator;

enum { SMALL_NUMBER_BITS = 60 }; /* where a pointer has 64 */

typedef struct {
    bool any;          /* some may be any number; the objects that such a pointer may point to as
                          well are marked (object.address.beside_numbers) */
    uint32_t bits;     /* the others are below 2^bits in magnitude: SMALL_NUMBER_BITS at most */
    u64_vec constants; /* or, where a pointer has fewer than 64 bits, these */
} pointer_numbers;

/* Once all copies of memory are known (layout.c). */
void pointer_numbers_find(translator *tr, pointer_numbers *out);
void pointer_numbers_release(pointer_numbers *n);

#endif
