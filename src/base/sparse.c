#include "base/sparse.h"
#include "base/vec.h"
#include "base/fail.h"

#include <string.h>

static void grow(sparse *s, uint32_t least) {
    uint32_t size = s->size * 2 > least ? s->size * 2 : least;
    s->pages = mem_resize(s->pages, size * sizeof *s->pages);
    memset(s->pages + s->size, 0, (size - s->size) * sizeof *s->pages);
    s->size = size;
}

void *sparse_slot(sparse *s, uint32_t id, size_t each) {
    uint32_t page = id / SPARSE_PAGE;
    if (page >= s->size) grow(s, page + 1);
    if (!s->pages[page]) s->pages[page] = mem_zero(SPARSE_PAGE * each);
    return s->pages[page] + id % SPARSE_PAGE * each;
}

void sparse_release(sparse *s) {
    for (uint32_t i = 0; i < s->size; i++) mem_free(s->pages[i]);
    mem_free(s->pages);
    *s = (sparse){0};
}
