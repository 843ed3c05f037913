#include "base/map.h"
#include "base/fail.h"
#include "base/vec.h"

#include <string.h>

static uint32_t slot_of(const map *m, uint64_t key) {
    assert_debug(m->size < m->capacity); /* a free slot ends every probe */
    uint32_t i = (uint32_t)hash_mix(key) & (m->capacity - 1);
    while (m->used[i] && m->entries[i].key != key) i = (i + 1) & (m->capacity - 1);
    return i;
}

bool map_get(const map *m, uint64_t key, uint64_t *value) {
    if (!m->size) return false;
    uint32_t i = slot_of(m, key);
    if (!m->used[i]) return false;
    if (value) *value = m->entries[i].value;
    return true;
}

uint64_t map_find(const map *m, uint64_t key, uint64_t otherwise) {
    map_get(m, key, &otherwise);
    return otherwise;
}

static void grow(map *m) {
    map old = *m;
    m->capacity = old.capacity ? old.capacity * 2 : 16;
    m->entries = mem_alloc(m->capacity * sizeof *m->entries);
    m->used = mem_zero(m->capacity);
    for (uint32_t i = 0; i < old.capacity; i++) {
        if (!old.used[i]) continue;
        uint32_t to = slot_of(m, old.entries[i].key);
        m->entries[to] = old.entries[i];
        m->used[to] = 1;
    }
    mem_free(old.entries);
    mem_free(old.used);
}

void map_set(map *m, uint64_t key, uint64_t value) {
    if ((m->size + 1) * 4ull > m->capacity * 3ull) grow(m);
    uint32_t i = slot_of(m, key);
    if (!m->used[i]) {
        m->used[i] = 1;
        m->size++;
    }
    m->entries[i] = (map_entry){key, value};
}

/* Backward shift: no tombstones, so look-ups stay short. */
bool map_add(map *m, uint64_t key) {
    if (map_get(m, key, NULL)) return false;
    map_set(m, key, 1);
    return true;
}

bool map_remove(map *m, uint64_t key) {
    if (!m->size) return false;
    uint32_t mask = m->capacity - 1, hole = slot_of(m, key);
    if (!m->used[hole]) return false;
    for (uint32_t i = (hole + 1) & mask; m->used[i]; i = (i + 1) & mask) {
        uint32_t home = (uint32_t)hash_mix(m->entries[i].key) & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            m->entries[hole] = m->entries[i];
            hole = i;
        }
    }
    m->used[hole] = 0;
    m->size--;
    return true;
}

void map_clear(map *m) {
    if (m->size) memset(m->used, 0, m->capacity);
    m->size = 0;
}

void map_release(map *m) {
    mem_free(m->entries);
    mem_free(m->used);
    *m = (map){0};
}

bool map_next(const map *m, uint32_t *cursor, map_entry *entry) {
    while (*cursor < m->capacity) {
        uint32_t i = (*cursor)++;
        if (!m->used[i]) continue;
        *entry = m->entries[i];
        return true;
    }
    return false;
}

uint64_t hash_bytes(const void *data, uint64_t size) {
    const unsigned char *p = data;
    uint64_t h = 0x9e3779b97f4a7c15ull ^ size;
    for (; size >= 8; p += 8, size -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = hash_mix(h ^ word);
    }
    uint64_t word = 0;
    memcpy(&word, p, size);
    return hash_mix(h ^ word);
}
