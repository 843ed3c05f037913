/* Reproducible random numbers: the same seed gives the same run. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include "base/map.h"

typedef struct {
    uint64_t state;
} rng;

static inline uint64_t random_u64(rng *r) { return hash_mix(r->state += 0x9e3779b97f4a7c15ull); }
static inline uint32_t random_below(rng *r, uint32_t n) { return (uint32_t)(random_u64(r) % n); }

#endif
