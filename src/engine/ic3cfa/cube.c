#include "engine/ic3cfa/cube.h"

#include "base/fail.h"

#include <stdlib.h>

static uint64_t bit_of(term lit) { return 1ull << (hash_mix(lit.id) & 63); }

static int by_id(const void *a, const void *b) {
    uint32_t x = ((const term *)a)->id, y = ((const term *)b)->id;
    return (x > y) - (x < y);
}

static void sign(cube *c) {
    c->signature = 0;
    for (uint32_t i = 0; i < c->size; i++) c->signature |= bit_of(c->lits[i]);
}

cube ic3_cube_make(const term *lits, uint32_t n) {
    cube c = {mem_alloc((n ? n : 1) * sizeof *c.lits), 0, 0};
    if (n) memcpy(c.lits, lits, n * sizeof *lits);
    qsort(c.lits, n, sizeof *c.lits, by_id);
    for (uint32_t i = 0; i < n; i++)
        if (!c.size || !same(c.lits[c.size - 1], c.lits[i])) c.lits[c.size++] = c.lits[i];
    sign(&c);
    return c;
}

cube ic3_cube_copy(const cube *c) {
    cube d = {mem_alloc((c->size ? c->size : 1) * sizeof *c->lits), c->size, c->signature};
    if (c->size) memcpy(d.lits, c->lits, c->size * sizeof *c->lits);
    return d;
}

void ic3_cube_release(cube *c) {
    mem_free(c->lits);
    *c = (cube){0};
}

bool ic3_cube_subset(const cube *a, const cube *b) {
    if (a->size > b->size || (a->signature & ~b->signature)) return false;
    for (uint32_t i = 0, j = 0; i < a->size; i++, j++) {
        while (j < b->size && b->lits[j].id < a->lits[i].id) j++;
        if (j == b->size || !same(b->lits[j], a->lits[i])) return false;
    }
    return true;
}

bool ic3_cube_has(const cube *c, term lit) {
    return (c->signature & bit_of(lit)) && bsearch(&lit, c->lits, c->size, sizeof lit, by_id);
}

bool ic3_cube_index(const cube *c, term lit, uint32_t *at) {
    const term *found = c->size ? bsearch(&lit, c->lits, c->size, sizeof lit, by_id) : NULL;
    if (found) *at = (uint32_t)(found - c->lits);
    return found != NULL;
}

bool ic3_cube_equal(const cube *a, const cube *b) { return a->size == b->size && ic3_cube_subset(a, b); }

uint64_t ic3_cube_hash(const cube *c) { return hash_bytes(c->lits, c->size * sizeof *c->lits); }

cube ic3_cube_without(const cube *c, uint32_t i) {
    cube d = ic3_cube_copy(c);
    memmove(d.lits + i, d.lits + i + 1, (d.size - i - 1) * sizeof *d.lits);
    d.size--;
    sign(&d);
    return d;
}

cube ic3_cube_replace(const cube *c, uint32_t i, term lit) {
    cube d = ic3_cube_copy(c);
    d.lits[i] = lit;
    cube e = ic3_cube_make(d.lits, d.size);
    ic3_cube_release(&d);
    return e;
}

term ic3_cube_term(terms *t, const cube *c) { return term_and_n(t, c->size, c->lits); }

term ic3_cube_clause(terms *t, const cube *c) { return term_not(t, ic3_cube_term(t, c)); }
