/* An LRU cache of whole queries above the solvers: the same set of formulas is not decided twice.
 * Keys are sorted term ids; answers SAT or UNSAT only, never UNKNOWN. */
#ifndef SOLVER_CACHE_H
#define SOLVER_CACHE_H

#include "solver/solver.h"

typedef struct query_cache query_cache;
typedef struct {
    uint64_t hits, misses, evicted;
} cache_stats;

query_cache *cache_new(uint32_t capacity);
void cache_delete(query_cache *c);
/* `scope` distinguishes contexts (edge, level stamp); formulas may come in any order.
 * ANSWER_UNKNOWN: not there. */
enum answer cache_find(query_cache *c, uint64_t scope, uint32_t n, const term *formulas);
void cache_add(query_cache *c, uint64_t scope, uint32_t n, const term *formulas, enum answer a);
const cache_stats *cache_statistics(const query_cache *c);

#endif
