#include "base/vec.h"
#include "base/fail.h"

#include <stdlib.h>

void *vec_grow(void *data, uint32_t *capacity, size_t element, uint32_t need) {
    uint64_t size = *capacity ? *capacity * 2ull : 8;
    if (size < need) size = need;
    require(size < UINT32_MAX, "vector of more than 2^32 elements");
    void *grown = realloc(data, size * element);
    if (!grown) out_of_memory();
    *capacity = (uint32_t)size;
    return grown;
}

void vec_free(void *data) { free(data); }

int u64_compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
