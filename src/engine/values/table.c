#include "engine/values/table.h"

#include <string.h>

void table_release(table *t) {
    vec_release(&t->entries);
    map_release(&t->find);
    *t = (table){0};
}

const uint32_t *table_at(const table *t, uint32_t i) {
    assert_debug(i < t->size);
    return t->entries.data + (size_t)t->length * i;
}

/* The number of the tuple, or `size`; `unused` is the key for it then. */
static uint32_t look_up(const table *t, const uint32_t *tuple, uint64_t *unused) {
    uint64_t key = hash_bytes(tuple, t->length * sizeof *tuple), number;
    for (; map_get(&t->find, key, &number); key++)
        if (!memcmp(table_at(t, (uint32_t)number - 1), tuple, t->length * sizeof *tuple))
            return (uint32_t)number - 1;
    *unused = key;
    return t->size;
}

bool table_has(const table *t, const uint32_t *tuple) {
    uint64_t key;
    return look_up(t, tuple, &key) < t->size;
}

uint32_t table_number(table *t, const uint32_t *tuple) {
    uint64_t key;
    uint32_t number = look_up(t, tuple, &key);
    if (number < t->size) return number;
    vec_append(&t->entries, tuple, t->length);
    map_set(&t->find, key, ++t->size);
    return number;
}

bool table_add(table *t, const uint32_t *tuple) {
    uint32_t before = t->size;
    return table_number(t, tuple) == before;
}

uint32_t table_values(const table *t, uint32_t i) {
    assert_debug(i < t->length);
    map seen = {0};
    uint32_t n = 0;
    for (uint32_t k = 0; k < t->size; k++) {
        uint32_t entry = table_at(t, k)[i];
        n += !map_get(&seen, entry, NULL);
        map_set(&seen, entry, 1);
    }
    map_release(&seen);
    return n;
}
