/* Bit sets over small numbers. Zeroed: empty. Grows on bits_add. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include "base/vec.h"

#include <stdbool.h>

typedef struct {
    u64_vec words;
} bits;

static inline bool bits_has(const bits *b, uint32_t i) {
    return i / 64 < b->words.size && (b->words.data[i / 64] >> (i % 64) & 1);
}

static inline void bits_add(bits *b, uint32_t i) {
    if (i / 64 >= b->words.size) vec_resize(&b->words, i / 64 + 1);
    b->words.data[i / 64] |= 1ull << (i % 64);
}

static inline void bits_remove(bits *b, uint32_t i) {
    if (i / 64 < b->words.size) b->words.data[i / 64] &= ~(1ull << (i % 64));
}

/* b |= more; true if b changed. */
static inline bool bits_join(bits *b, const bits *more) {
    bool changed = false;
    if (b->words.size < more->words.size) vec_resize(&b->words, more->words.size);
    for (uint32_t i = 0; i < more->words.size; i++) {
        uint64_t joined = b->words.data[i] | more->words.data[i];
        changed |= joined != b->words.data[i];
        b->words.data[i] = joined;
    }
    return changed;
}

static inline uint32_t bits_count(const bits *b) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->words.size; i++)
        n += (uint32_t)__builtin_popcountll(b->words.data[i]);
    return n;
}

static inline void bits_clear(bits *b) { vec_clear(&b->words); }
static inline void bits_release(bits *b) { vec_release(&b->words); }

#endif
