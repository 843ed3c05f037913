/* Cubes: conjunctions of literals. These are any Boolean terms, sorted by id without duplicates;
 * then the signature has a bit for every literal (hashed), so that most subset tests end after one
 * word. Or bounds of variables, which belong to their domain (ic3/bounds); all functions here are
 * about terms. A cube owns its array. */
#ifndef ENGINE_IC3_CUBE_H
#define ENGINE_IC3_CUBE_H

#include "term/term.h"

typedef struct {
    union {
        term *lits;
        struct box_literal *bounds;
    };
    uint32_t size;
    uint64_t signature;
} cube;

cube cube_make(const term *lits, uint32_t n); /* sorts and drops duplicates */
cube cube_copy(const cube *c);
void cube_release(cube *c);
bool cube_subset(const cube *a,
                 const cube *b); /* literals of a among those of b: a has more states */
bool cube_has(const cube *c, term lit);
bool cube_index(const cube *c, term lit, uint32_t *at);
bool cube_equal(const cube *a, const cube *b);
cube cube_without(const cube *c, uint32_t i);
cube cube_replace(const cube *c, uint32_t i, term lit);
term cube_term(terms *t, const cube *c);   /* the conjunction */
term cube_clause(terms *t, const cube *c); /* its negation */

#endif
