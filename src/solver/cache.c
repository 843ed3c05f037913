/* Least recently used queries: entries in one table, chained by hash and by age. The whole key is
 * kept and compared, so that two queries with one hash are never mistaken for each other. */
#include "solver/cache.h"
#include "base/log.h"
#include "base/fail.h"

#include <stdlib.h>

#define NONE 0u /* entry 0 is the head of the list of ages */

typedef struct {
    uint64_t scope, hash;
    uint32_t *ids; /* sorted; owned */
    uint32_t size;
    uint32_t next; /* with the same hash slot */
    uint32_t newer, older;
    enum answer answer;
} entry;

struct query_cache {
    uint32_t capacity;
    vec(entry) entries;
    u32_vec slots; /* first entry of each hash slot; power of two */
    u32_vec key;   /* scratch: the sorted ids of the query at hand */
    cache_stats stats;
};

query_cache *cache_new(uint32_t capacity) {
    assert_debug(capacity >= 1);
    query_cache *c = mem_zero(sizeof *c);
    c->capacity = capacity ? capacity : 1;
    uint32_t slots = 64;
    while (slots < c->capacity && slots < 1u << 30) slots *= 2;
    vec_resize(&c->slots, slots);
    vec_push(&c->entries, (entry){0});
    return c;
}

void cache_delete(query_cache *c) {
    if (!c) return;
    for (uint32_t i = 1; i < c->entries.size; i++) mem_free(c->entries.data[i].ids);
    vec_release(&c->entries);
    vec_release(&c->slots);
    vec_release(&c->key);
    mem_free(c);
}

const cache_stats *cache_statistics(const query_cache *c) { return &c->stats; }

/* ---- keys ---- */

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* A set: sorted, without repetitions. */
static uint64_t take_key(query_cache *c, uint64_t scope, uint32_t n, const term *formulas) {
    vec_clear(&c->key);
    for (uint32_t i = 0; i < n; i++) vec_push(&c->key, formulas[i].id);
    if (n) qsort(c->key.data, n, sizeof *c->key.data, compare);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!kept || c->key.data[kept - 1] != c->key.data[i]) c->key.data[kept++] = c->key.data[i];
    c->key.size = kept;
    return hash_mix(scope ^ hash_bytes(c->key.data, (uint64_t)kept * sizeof *c->key.data));
}

static uint32_t *slot_of(query_cache *c, uint64_t hash) {
    return &c->slots.data[hash & (c->slots.size - 1)];
}

static uint32_t find(query_cache *c, uint64_t scope, uint64_t hash) {
    for (uint32_t i = *slot_of(c, hash); i; i = c->entries.data[i].next) {
        const entry *e = &c->entries.data[i];
        if (e->hash == hash && e->scope == scope && e->size == c->key.size &&
            (!e->size || !memcmp(e->ids, c->key.data, e->size * sizeof *e->ids)))
            return i;
    }
    return NONE;
}

/* ---- ages: a ring through entry 0, whose `older` is the newest entry ---- */

static void unlink_age(query_cache *c, uint32_t i) {
    entry *e = &c->entries.data[i];
    c->entries.data[e->newer].older = e->older;
    c->entries.data[e->older].newer = e->newer;
}

static void make_newest(query_cache *c, uint32_t i) {
    entry *head = &c->entries.data[0], *e = &c->entries.data[i];
    e->newer = 0;
    e->older = head->older;
    c->entries.data[head->older].newer = i;
    head->older = i;
}

static void unlink_slot(query_cache *c, uint32_t i) {
    uint32_t *at = slot_of(c, c->entries.data[i].hash);
    while (*at != i) at = &c->entries.data[*at].next;
    *at = c->entries.data[i].next;
}

/* An entry that may be filled: a new one, or the oldest. */
static uint32_t vacant(query_cache *c) {
    if (c->entries.size <= c->capacity) {
        vec_push(&c->entries, (entry){0});
        return c->entries.size - 1;
    }
    uint32_t oldest = c->entries.data[0].newer;
    unlink_age(c, oldest);
    unlink_slot(c, oldest);
    mem_free(c->entries.data[oldest].ids);
    c->stats.evicted++;
    return oldest;
}

enum answer cache_find(query_cache *c, uint64_t scope, uint32_t n, const term *formulas) {
    uint64_t hash = take_key(c, scope, n, formulas);
    uint32_t i = find(c, scope, hash);
    if (!i) return c->stats.misses++, ANSWER_UNKNOWN;
    unlink_age(c, i);
    make_newest(c, i);
    c->stats.hits++;
    return c->entries.data[i].answer;
}

void cache_add(query_cache *c, uint64_t scope, uint32_t n, const term *formulas, enum answer a) {
    LOG("solver", "keep an answer about %u formulas", n);
    if (a == ANSWER_UNKNOWN) return;
    uint64_t hash = take_key(c, scope, n, formulas);
    uint32_t i = find(c, scope, hash);
    if (i) {
        require(c->entries.data[i].answer == a, "two answers to one query");
        return;
    }
    i = vacant(c);
    entry *e = &c->entries.data[i];
    *e = (entry){.scope = scope, .hash = hash, .size = c->key.size, .answer = a};
    e->ids = mem_alloc((e->size ? e->size : 1) * sizeof *e->ids);
    if (e->size) memcpy(e->ids, c->key.data, e->size * sizeof *e->ids);
    e->next = *slot_of(c, hash);
    *slot_of(c, hash) = i;
    make_newest(c, i);
}
