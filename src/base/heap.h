/* A binary heap of small numbers, the one with the highest score first. Each number is in it at
 * most once, and its place is known, so its score may rise while it is inside (`heap_rise`).
 * Zeroed: empty. The scores belong to the caller, indexed by number. */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include "base/vec.h"

#include <stdbool.h>

typedef struct {
    u32_vec items;
    u32_vec place; /* by number: 1 + where it is in `items`; 0: not there */
} heap;

void heap_release(heap *h);
void heap_clear(heap *h); /* keeps memory */
static inline bool heap_has(const heap *h, uint32_t item) {
    return item < h->place.size && h->place.data[item];
}
void heap_insert(heap *h, const double *score, uint32_t item); /* nothing where it is inside */
void heap_rise(heap *h, const double *score, uint32_t item);   /* its score grew; it is inside */
uint32_t heap_take(heap *h, const double *score);              /* the highest; not empty */
/* All of them at once, in linear time; the heap is empty before. */
void heap_fill(heap *h, const double *score, uint32_t n, const uint32_t *items);

#endif
