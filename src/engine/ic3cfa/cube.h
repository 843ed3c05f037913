/* Cubes: conjunctions of literals, here any Boolean terms, sorted by id without duplicates. The signature has a bit for
 * every literal (hashed), so that most subset tests end after one word. A cube owns its array. */
#ifndef ENGINE_IC3CFA_CUBE_H
#define ENGINE_IC3CFA_CUBE_H

#include "term/term.h"

typedef struct {
    term *lits;
    uint32_t size;
    uint64_t signature;
} cube;

cube ic3_cube_make(const term *lits, uint32_t n); /* sorts and drops duplicates */
cube ic3_cube_copy(const cube *c);
void ic3_cube_release(cube *c);
bool ic3_cube_subset(const cube *a, const cube *b); /* literals of a among those of b: a has more states */
bool ic3_cube_has(const cube *c, term lit);
bool ic3_cube_index(const cube *c, term lit, uint32_t *at);
bool ic3_cube_equal(const cube *a, const cube *b);
uint64_t ic3_cube_hash(const cube *c);
cube ic3_cube_without(const cube *c, uint32_t i);
cube ic3_cube_replace(const cube *c, uint32_t i, term lit);
term ic3_cube_term(terms *t, const cube *c);   /* the conjunction */
term ic3_cube_clause(terms *t, const cube *c); /* its negation */

#endif
