/* Places: where in the laid-out objects an access may go. */
#ifndef FRONTEND_MEMORY_PLACE_H
#define FRONTEND_MEMORY_PLACE_H

#include "frontend/memory/object.h"
#include "frontend/memory/points_to.h"

typedef struct place {
    uint32_t object;
    uint64_t offset; /* of the first cell: in the object, or in the element */
    term index;      /* element number; none: the cells are variables */
    term condition;  /* the address is this place, and the access stays in the object */
} place;
typedef struct places {
    vec(place) items;
    bool outside;    /* or memory that is not the program's */
    term valid;      /* where simpler than the disjunction of the conditions: the same */
    uint32_t groups; /* sets of places added so far; `valid` speaks of one */
} places;

/* All places that an access of `size` bytes through `pointer` may touch; their conditions exclude
 * one another. */
void places_find(translator *tr, term pointer, const fact_vec *facts, uint64_t size, places *out);
term places_valid(translator *tr, const places *ps); /* one of them is it */
/* An access of `size` bytes at this offset of the object stays in it. */
term access_is_inside(translator *tr, const object *o, term offset, uint64_t size);
/* A pointer that may be one of external code is the program's own, and leads after its
 * object (external_members.h). */
term own_beyond(translator *tr, const fact_vec *facts, term pointer, const places *ps,
                uint64_t size);
void places_release(places *ps);

term divide_linear(translator *tr, term a, uint64_t by);
term object_bytes(translator *tr, const object *o,
                  term address); /* `variable`: the size of the copy at this address */

#endif
