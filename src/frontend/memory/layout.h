/* How objects are held: split into variables, arrays or bytes, so that each access consists of
 * whole cells. Decided once, from all accesses that points-to finds. */
#ifndef FRONTEND_MEMORY_LAYOUT_H
#define FRONTEND_MEMORY_LAYOUT_H

#include "term/term.h"

typedef struct translator translator;
typedef struct object object;

typedef struct {
    int64_t offset;
    uint64_t stride;
    uint32_t size;
    uint32_t class; /* 1 + float class; 0: not a float */
    bool read;      /* of words, at a constant offset: no cell need end where it does */
    /* Where accesses are checked (stored_pointers.h): */
    bool pointer, number; /* what it reads or writes there; neither: a cut, or lent */
    bool stored;          /* the program writes there by such an access */
    bool twin;            /* another access of this place differs in `pointer` and `number` only */
} access;

typedef struct {
    uint64_t from, to;
} stored_range;

typedef struct {
    uint64_t offset; /* in the object, or in its element */
    uint32_t size;   /* bytes */
    uint32_t class;  /* 1 + float class where held as a float; 0: bits */
    /* Where accesses are checked (stored_pointers.h): */
    bool pointer, number; /* it is accessed as (part of) a pointer; as a number, or as two */
    bool stored;          /* the program writes it */
    uint64_t place;       /* `pointer`: where that starts */
    term shadow;          /* which of its bytes were written (uninitialized.h); none: all */
    term var; /* of the cell's sort, or an array of them by element number; a constant where never
                 written */
} cell;

void layout_decide(translator *tr);
int64_t offset_in_stride(int64_t offset, uint64_t stride); /* 0 .. stride - 1 */
/* Positions that an access can have inside the object: first, and how many. */
uint64_t access_positions(const object *o, const access *a, uint64_t *first);
/* The first cell that ends after this offset; one past the last: none does. */
cell *cell_from(object *o, uint64_t offset);

#endif
