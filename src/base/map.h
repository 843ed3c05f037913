/* A hash map from 64-bit keys to 64-bit values, open addressing. Zeroed: empty.
 * Any key is allowed. Keys and values are plain numbers; handles go in by their id. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t key, value;
} map_entry;
typedef struct {
    map_entry *entries;
    uint8_t *used;
    uint32_t size, capacity; /* capacity is 0 or a power of two */
} map;

bool map_get(const map *m, uint64_t key, uint64_t *value); /* value may be NULL */
uint64_t map_find(const map *m, uint64_t key, uint64_t otherwise);
void map_set(map *m, uint64_t key, uint64_t value);
bool map_add(map *m, uint64_t key); /* with value 1; false: it is there */
bool map_remove(map *m, uint64_t key);
void map_clear(map *m); /* keeps memory */
void map_release(map *m);

/* for (uint32_t i = 0; map_next(m, &i, &e);) ... in no order */
bool map_next(const map *m, uint32_t *cursor, map_entry *entry);

/* A good 64-bit mixing function, for hash tables. */
static inline uint64_t hash_mix(uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    return x ^ (x >> 32);
}
uint64_t hash_bytes(const void *data, uint64_t size);

#endif
