/* Slots by small ids, most of them empty: pages that exist where something was set. Zeroed: all
 * empty. For what a module knows of some of the terms: an array over all terms, once for each of
 * hundreds of solvers, would cost more than the solvers. Slots are zeroed at first and never move.
 */
#ifndef BASE_SPARSE_H
#define BASE_SPARSE_H

#include <stddef.h>
#include <stdint.h>

enum { SPARSE_PAGE = 128 };
typedef struct {
    char **pages;  /* NULL: nothing there */
    uint32_t size; /* how many pages there are entries for */
} sparse;

/* The slot of an id, or NULL. `each` is the size of a slot, the same in every call. */
static inline void *sparse_find(const sparse *s, uint32_t id, size_t each) {
    uint32_t page = id / SPARSE_PAGE;
    return page < s->size && s->pages[page] ? s->pages[page] + id % SPARSE_PAGE * each : NULL;
}
void *sparse_slot(sparse *s, uint32_t id, size_t each); /* made where it is not there */
void sparse_release(sparse *s);                         /* all empty again */

/* ---- numbers, 0 where none was set ---- */
static inline uint32_t sparse_get(const sparse *s, uint32_t id) {
    const uint32_t *x = sparse_find(s, id, sizeof *x);
    return x ? *x : 0;
}
static inline void sparse_set(sparse *s, uint32_t id, uint32_t x) {
    *(uint32_t *)sparse_slot(s, id, sizeof x) = x;
}

#endif
