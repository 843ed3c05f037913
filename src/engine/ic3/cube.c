#include "engine/ic3/cube.h"

#include "base/fail.h"

#include <stdlib.h>

static uint64_t bit_of(term lit) { return 1ull << (hash_mix(lit.id) & 63); }

static void sign(cube *c) {
    c->signature = 0;
    for (uint32_t i = 0; i < c->size; i++) c->signature |= bit_of(c->lits[i]);
}

cube cube_make(const term *lits, uint32_t n) {
    cube c = {.lits = mem_alloc((n ? n : 1) * sizeof *c.lits)};
    if (n) memcpy(c.lits, lits, n * sizeof *lits);
    qsort(c.lits, n, sizeof *c.lits, term_by_id);
    for (uint32_t i = 0; i < n; i++)
        if (!c.size || !same(c.lits[c.size - 1], c.lits[i])) c.lits[c.size++] = c.lits[i];
    sign(&c);
    return c;
}

cube cube_copy(const cube *c) {
    cube d = {.lits = mem_alloc((c->size ? c->size : 1) * sizeof *c->lits),
              .size = c->size,
              .signature = c->signature};
    if (c->size) memcpy(d.lits, c->lits, c->size * sizeof *c->lits);
    return d;
}

void cube_release(cube *c) {
    mem_free(c->lits);
    *c = (cube){0};
}

bool cube_subset(const cube *a, const cube *b) {
    if (a->size > b->size || (a->signature & ~b->signature)) return false;
    for (uint32_t i = 0, j = 0; i < a->size; i++, j++) {
        while (j < b->size && b->lits[j].id < a->lits[i].id) j++;
        if (j == b->size || !same(b->lits[j], a->lits[i])) return false;
    }
    return true;
}

bool cube_has(const cube *c, term lit) {
    return (c->signature & bit_of(lit)) && bsearch(&lit, c->lits, c->size, sizeof lit, term_by_id);
}

bool cube_index(const cube *c, term lit, uint32_t *at) {
    assert_debug(c->size);
    const term *found = c->size ? bsearch(&lit, c->lits, c->size, sizeof lit, term_by_id) : NULL;
    if (found) *at = (uint32_t)(found - c->lits);
    return found != NULL;
}

bool cube_equal(const cube *a, const cube *b) { return a->size == b->size && cube_subset(a, b); }

cube cube_without(const cube *c, uint32_t i) {
    assert_debug(i < c->size);
    cube d = cube_copy(c);
    memmove(d.lits + i, d.lits + i + 1, (d.size - i - 1) * sizeof *d.lits);
    d.size--;
    sign(&d);
    return d;
}

cube cube_replace(const cube *c, uint32_t i, term lit) {
    assert_debug(i < c->size);
    assert_debug(lit.id);
    cube d = cube_copy(c);
    d.lits[i] = lit;
    cube e = cube_make(d.lits, d.size);
    cube_release(&d);
    return e;
}

term cube_term(terms *t, const cube *c) {
    assert_debug(terms_are_there(t, c->size, c->lits));
    return term_and_n(t, c->size, c->lits);
}

term cube_clause(terms *t, const cube *c) {
    assert_debug(terms_are_there(t, c->size, c->lits));
    return term_not(t, cube_term(t, c));
}
