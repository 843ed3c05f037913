/* Learned clauses that are worth the least, by levels and by when they were last used, go. */
#include "base/log.h"
#include "solver/sat/internal.h"

#include <stdlib.h>

#define KEPT_LEVELS 2u
#define LEARNED_STEP 300u

static uint64_t worth(const sat_solver *s, uint32_t clause) {
    return (uint64_t)s->clauses.arena.data[clause + CLAUSE_LBD] << 32 |
           (UINT32_MAX - s->clauses.arena.data[clause + CLAUSE_USED]);
}

void reduce_learned(sat_solver *s) {
    assert_debug(!decision_level(s));
    LOG("sat", "reduce %u learned clauses", s->clauses.learned.size);
    u64_vec all = {0};
    for (uint32_t i = 0; i < s->clauses.learned.size; i++)
        vec_push(&all, worth(s, s->clauses.learned.data[i]));
    qsort(all.data, all.size, sizeof *all.data, u64_compare);
    uint64_t median = all.data[all.size / 2];
    for (uint32_t i = 0; i < s->clauses.learned.size; i++) {
        uint32_t c = s->clauses.learned.data[i];
        if (worth(s, c) > median && s->clauses.arena.data[c + CLAUSE_LBD] > KEPT_LEVELS)
            clause_discard(s, c);
    }
    vec_release(&all);
    s->clauses.learned_most += LEARNED_STEP;
    clauses_sweep(s);
}
