/* Modules over the integers modulo 2^w: what linear equations between machine words speak about.
 *
 * A module is the set of all linear combinations of its rows. States are rows (1, x1, ..., xn): the
 * equations a0 + a1 x1 + ... + an xn = 0 that hold in all states are the rows orthogonal to the
 * module they span (Mueller-Olm and Seidl). Wrap-around is arithmetic here, not an exception, and
 * growing chains are finite: no widening.
 *
 * Rows are kept in echelon form: the first entry of a row that is not 0 is a power of two, rows
 * have their first entries in different columns, and a multiple of a row whose first entry vanishes
 * is spanned by the rows below (Howell's form), so membership is decided by reduction. */
#ifndef ENGINE_AI_MODULAR_H
#define ENGINE_AI_MODULAR_H

#include "base/vec.h"

#include <stdbool.h>

typedef struct {
    uint32_t columns, width;
    uint64_t mask;
    u64_vec rows;     /* row i at columns * i */
    u32_vec pivot_of; /* by column: 1 + the row that begins there; 0: none */
} modular;

void modular_init(modular *m, uint32_t columns, uint32_t width); /* no rows */
void modular_full(modular *m, uint32_t columns, uint32_t width); /* all vectors */
void modular_release(modular *m);
void modular_copy(modular *to, const modular *from); /* `to` must be initialized */
bool modular_add(modular *m, const uint64_t *row);   /* true if it was not in the module */
bool modular_join(modular *m, const modular *other); /* true if m grew */
/* Keep only the members v with a . v = 0. */
void modular_restrict(modular *m, const uint64_t *a);
/* Map every member: entry j becomes a . v. */
void modular_assign(modular *m, uint32_t j, const uint64_t *a);
/* Entry j becomes anything. */
void modular_forget(modular *m, uint32_t j);
/* Some member begins with 1: some state is left. */
bool modular_has_point(const modular *m);
/* All a with a . v = 0 for every member v. */
void modular_orthogonal(const modular *m, modular *out);
uint32_t modular_rows(const modular *m);
const uint64_t *modular_row(const modular *m, uint32_t i);

#endif
