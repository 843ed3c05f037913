/* Pointers that external code stores: where it may write an object, which values its cells have
 * then. A cell that the program takes for a pointer, and for nothing else, holds a pointer that
 * may be followed, null, or what it held before (an assumption, printed). */
#ifndef FRONTEND_EXTERNAL_STORED_POINTERS_H
#define FRONTEND_EXTERNAL_STORED_POINTERS_H

#include "program/program.h"
#include "frontend/memory/layout.h"
#include "frontend/memory/object.h"

typedef struct translator translator;

void held_mark(translator *tr, object *o); /* what its cells are accessed as */
/* How many cells from this one are one pointer of which something is assumed, where it is written
 * so; 0: none. */
uint32_t held_cells(const translator *tr, const object *o, uint32_t first,
                    enum input_origin origin);

typedef struct {
    term from; /* as in havoc_reached */
    term gone; /* only where this holds; none: everywhere */
} held_when;

void held_any(translator *tr, uint32_t object, uint32_t first, uint32_t n, enum input_origin origin,
              const char *name, held_when by); /* these cells: any value */
/* The input that was made last is written to a cell of which nothing is assumed. */
void held_doubted(translator *tr, const cell *c, enum input_origin origin);

#endif
